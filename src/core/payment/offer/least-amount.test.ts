// The least amount that can be sent, compared with the limits in the source code of the nodes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DustPolicy, leastAmount } from './least-amount.ts';

const bitcoin: DustPolicy = { spendBytes: 182n, dustRelayFee: 3_000n, dustLimit: null, relayFee: 1_000n };
const dogecoin: DustPolicy = { spendBytes: 182n, dustRelayFee: 1_000n, dustLimit: 1_000_000n, relayFee: 100_000n };
const coin = { decimals: 8, isStable: false };

test('M3-less-than-a-wallet-sends: an output must be worth what it costs to spend, at the rate of the node', () => {
  const table: [is: string, dust: DustPolicy, relayFee: bigint | null, least: bigint][] = [
    ['P2PKH, the 546 satoshis of policy.cpp', bitcoin, null, 546n],
    ['P2SH', { ...bitcoin, spendBytes: 180n }, null, 540n],
    ['P2WPKH, the 294 satoshis of policy.cpp', { ...bitcoin, spendBytes: 98n }, null, 294n],
    ['P2WSH and P2TR', { ...bitcoin, spendBytes: 110n }, null, 330n],
    ['a node with the usual rate', bitcoin, 1_000n, 546n],
    ['a node with a tenth of it: wallets still refuse less', bitcoin, 100n, 546n],
    ['a node with five times of it', bitcoin, 5_000n, 2_730n],
    ['a fraction is rounded up', { ...bitcoin, spendBytes: 98n }, 1_001n, 295n],
    ['a threshold with a fraction is rounded up', { ...bitcoin, spendBytes: 1n, dustRelayFee: 1_001n }, null, 2n],
    ['a limit for all outputs', dogecoin, null, 1_000_000n],
    ['the same at a dearer node', dogecoin, 200_000n, 2_000_000n],
  ];
  for (const [is, dust, relayFee, least] of table) assert.equal(leastAmount(coin, dust, relayFee), least, is);
});

test('M3-less-than-people-type: on chains with accounts the least is one step of what exchanges send', () => {
  const table: [decimals: number, isStable: boolean, least: bigint][] = [
    [18, false, 10n ** 10n],
    [18, true, 10n ** 12n],
    [8, false, 1n],
    [8, true, 100n],
    [6, true, 1n],
    [6, false, 1n],
    [2, true, 1n],
    [0, false, 1n],
  ];
  for (const [decimals, isStable, least] of table)
    assert.equal(leastAmount({ decimals, isStable }, null, null), least, `${decimals} ${isStable}`);
});

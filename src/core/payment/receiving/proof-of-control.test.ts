// Which owner keeps an address, and the small payment that proves control.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Held, lastBlockTime, type Outcome, outcomeFor, type Proof, proofAmount } from './proof-of-control.ts';

const key: Proof = { on: null, clear: [] };
const contract = (...clear: string[]): Proof => ({ on: 'here', clear });
const unproved = (...paidOn: string[]): Held => ({ isProved: false, provedOn: null, paidOn });
const provedOn = (provedOn: readonly string[] | null, ...paidOn: string[]): Held => ({
  isProved: true,
  provedOn,
  paidOn,
});

test('S4-W48-reach: a key wins against no proof by a key; a contract wins on its own network or an unused one', () => {
  const table: [what: string, held: Held, proof: Proof | null, outcome: Outcome][] = [
    ['no proof', unproved('here'), null, 'kept'],
    ['a key', unproved('here', 'there'), key, 'taken'],
    ['a key, against a key', provedOn(null, 'here'), key, 'kept'],
    ['a key, against a contract’s word', provedOn(['here'], 'here'), key, 'taken'],
    ['a contract, entered here', unproved('here'), contract(), 'taken'],
    ['a contract, entered where there is none', unproved('here', 'there'), contract('there'), 'taken'],
    ['a contract, entered where there is one', unproved('there'), contract(), 'kept_elsewhere'],
    ['a contract, used by nobody', unproved(), contract(), 'taken'],
    ['a contract, against a key', provedOn(null), contract(), 'kept'],
    ['a contract, against its own word', provedOn(['here'], 'here'), contract(), 'kept'],
    ['a contract, against one elsewhere', provedOn(['there'], 'there'), contract(), 'kept_elsewhere'],
    // A recorded proof does not depend on the answer of an endpoint.
    ['a contract, against one that is gone', provedOn(['there'], 'there'), contract('there'), 'kept_elsewhere'],
  ];
  for (const [what, held, proof, outcome] of table) assert.equal(outcomeFor(held, proof), outcome, what);
});

test('the amount is one of ninety thousand, never below what can be sent', () => {
  const table: [least: bigint | null, step: bigint, random: number, amount: bigint][] = [
    // USDC, DAI, a coin of 18 decimals.
    [null, 1n, 0, 10_000n],
    [null, 1n, 0.999_999, 99_999n],
    [null, 10n ** 12n, 0.5, 55_000n * 10n ** 12n],
    [null, 10n ** 10n, 0, 10n ** 14n],
    // BTC to P2WSH, DOGE.
    [330n, 1n, 0, 330n],
    [330n, 1n, 0.999_999, 90_329n],
    [1_000_000n, 1n, 0.1, 1_009_000n],
  ];
  for (const [least, step, random, amount] of table) assert.equal(proofAmount({ least, step, random }), amount);
});

test('a block counts up to an hour after the time to send is over', () => {
  assert.equal(lastBlockTime(new Date('2026-11-28T12:00:00.900Z')), Date.parse('2026-11-28T13:00:00Z') / 1000);
});

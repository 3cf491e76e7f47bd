// The least amount that can be sent, by network and kind of address, compared with the limits that the chains' nodes
// publish.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FamilyName } from '../../../core/config/network-entry.ts';
import { isReadable } from '../../../io/chains/codecs.ts';
import { leastSendable } from './least-sendable.ts';

// Addresses from Bitcoin's first block, BIP-16, BIP-173 and BIP-350, and the other chains' addresses of the same
// hashes.
const p2pkh = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const p2sh = '3P14159f73E4gFr7JterCCQh9QjiTjiZrG';
const p2wpkh = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const p2wsh = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
const p2tr = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
const litecoin = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
const dogecoin = 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L';

function least(params: string, address: string | null, relayRate: bigint | null = null): bigint {
  const facts = { symbol: params, chainId: null, params, rpc: [], contracts: [] };
  const network = { family: 'UTXO' as const, facts, transferFees: { coin: null, token: null, relayRate } };
  return leastSendable({ network, asset: { decimals: 8, cryptocurrency: { stable: false } }, address });
}

test('M3-dust-by-script: an output below the dust limit of its kind is below what can be sent', () => {
  const table: [params: string, address: string | null, relayRate: bigint | null, least: bigint][] = [
    ['bitcoin', p2pkh, null, 546n],
    ['bitcoin', p2sh, null, 540n],
    ['bitcoin', p2wpkh, null, 294n],
    ['bitcoin', p2wsh, null, 330n],
    ['bitcoin', p2tr, null, 330n],
    ['bitcoin', null, null, 546n],
    ['bitcoin', p2wpkh, 2_000n, 588n],
    ['bitcoin', p2wpkh, 100n, 294n],
    ['litecoin', litecoin, 1_000n, 2_940n],
    ['litecoin', null, null, 5_460n],
    ['dogecoin', dogecoin, 100_000n, 1_000_000n],
    ['dogecoin', null, null, 1_000_000n],
  ];
  for (const [params, address, relayRate, wanted] of table)
    assert.equal(least(params, address, relayRate), wanted, `${params} ${address} ${relayRate}`);
});

test('M3-typed-by-decimals: a token can be sent in the decimals that exchanges type, whatever its own are', () => {
  const families = (['EVM', 'TRON'] as FamilyName[]).filter(isReadable);
  assert.equal(families.length, 2);
  for (const family of families) {
    const facts = { symbol: 'local', chainId: 1, params: null, rpc: [], contracts: [] };
    const sent = (decimals: number, stable: boolean) =>
      leastSendable({
        network: { family, facts, transferFees: null },
        asset: { decimals, cryptocurrency: { stable } },
        address: null,
      });
    assert.deepEqual([sent(18, false), sent(18, true), sent(6, true)], [10n ** 10n, 10n ** 12n, 1n], family);
  }
});

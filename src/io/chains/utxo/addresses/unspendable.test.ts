// Recognises burn addresses on Bitcoin, Litecoin and Dogecoin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utxoParams } from '../params.ts';
import { addressOf, base58check } from './script.ts';
import { unspendableOutput } from './unspendable.ts';

const chains = ['bitcoin', 'litecoin', 'dogecoin'] as const;

/** The same hash on another chain. */
function on(chain: (typeof chains)[number], address: string): string {
  return addressOf({ kind: 'p2pkh', payload: base58check.decode(address).slice(1) }, utxoParams(chain));
}

test('M4-burn-addresses: of Bitcoin, and of the same hashes on its kin', () => {
  for (const address of ['1BitcoinEaterAddressDontSendf59kuE', '1CounterpartyXXXXXXXXXXXXXXXUWLpVr'])
    assert.equal(unspendableOutput(address, utxoParams('bitcoin')), 'burn_address', address);
  assert.equal(unspendableOutput('DDogepartyxxxxxxxxxxxxxxxxxxw1dfzr', utxoParams('dogecoin')), 'burn_address');
  for (const chain of chains)
    for (const address of ['1111111111111111111114oLvT2', '1HT7xU2Ngenf7D4yocz2SAcnNLW7rK8d4E'])
      assert.equal(unspendableOutput(on(chain, address), utxoParams(chain)), 'burn_address', `${chain} ${address}`);
  for (const [payload, kind] of [
    [new Uint8Array(20), 'p2wpkh'],
    [new Uint8Array(32), 'p2wsh'],
    [Buffer.from('50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0', 'hex'), 'p2tr'],
  ] as const)
    assert.equal(
      unspendableOutput(addressOf({ kind, payload }, utxoParams('bitcoin')), utxoParams('bitcoin')),
      'burn_address',
    );
});

test('M4-burn-addresses: ordinary addresses are none', () => {
  for (const address of [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ])
    assert.equal(unspendableOutput(address, utxoParams('bitcoin')), null, address);
});

// A network keeps its history when its key changes, and a key cannot be moved to another chain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NetworkEntry } from '../network-entry.ts';
import { type KnownNetwork, matchNetworks } from './match-networks.ts';

type Chain = Omit<KnownNetwork, 'symbol'>;
const evm = (chainId: number): Chain => ({ family: 'EVM', chainId, params: null });
const utxo = (params: string | null): Chain => ({ family: 'UTXO', chainId: null, params });

/** `known` and `configured` are listed by key. `expected` gives the known key for each configured key, or the fault. */
const table: readonly (readonly [
  rule: string,
  known: Readonly<Record<string, Chain>>,
  configured: Readonly<Record<string, Chain>>,
  expected: Readonly<Record<string, string | null>> | RegExp,
])[] = [
  ['same key, same chain', { a: evm(1) }, { a: evm(1) }, { a: 'a' }],
  ['a new network', { a: evm(1) }, { a: evm(1), b: evm(2) }, { a: 'a', b: null }],
  ['a network that is gone claims nothing', { a: evm(1), b: evm(2) }, { a: evm(1) }, { a: 'a' }],
  ['a new key of the same chain id', { a: evm(1) }, { b: evm(1) }, { b: 'a' }],
  ['a new key of the same params', { a: utxo('bitcoin') }, { b: utxo('bitcoin') }, { b: 'a' }],
  ['another family has other numbers', { a: { ...evm(1), family: 'TRON' } }, { b: evm(1) }, { b: null }],
  ['other params are another chain', { a: utxo('bitcoin') }, { b: utxo('litecoin') }, { b: null }],
  ['params were not recorded: the key counts', { a: utxo(null) }, { a: utxo('bitcoin') }, { a: 'a' }],
  ['params were not recorded: a new key is new', { a: utxo(null) }, { b: utxo('bitcoin') }, { b: null }],
  [
    'a key that is configured is never renamed',
    { a: utxo('bitcoin') },
    { a: utxo('bitcoin'), b: utxo('bitcoin') },
    { a: 'a', b: null },
  ],
  ['the last of several that are gone', { a: evm(1), b: evm(1) }, { c: evm(1) }, { c: 'b' }],
  [
    'each that is gone is taken once',
    { a: utxo('bitcoin') },
    { b: utxo('bitcoin'), c: utxo('bitcoin') },
    { b: 'a', c: null },
  ],
  ['another chain id', { a: evm(1) }, { a: evm(2) }, /^Network a is EVM chain 1 in the database, but EVM chain 2/],
  ['another family', { a: evm(1) }, { a: utxo('bitcoin') }, /is EVM chain 1 .* but UTXO chain bitcoin/],
  ['other params', { a: utxo('bitcoin') }, { a: utxo('litecoin') }, /UTXO chain bitcoin .* UTXO chain litecoin/],
  ['keys that change places', { a: evm(1), b: evm(2) }, { a: evm(2), b: evm(1) }, /Network a .* a key of its own/],
];

test('a known network is found by its key, or by its chain where its own key is gone', () => {
  for (const [rule, known, configured, expected] of table) {
    const named = (chains: Readonly<Record<string, Chain>>) =>
      Object.entries(chains).map(([symbol, chain]) => ({ symbol, ...chain }));
    const found = matchNetworks(named(known), named(configured) as unknown as NetworkEntry[]);
    if (expected instanceof RegExp) assert.match('fault' in found ? found.fault : '', expected, rule);
    else if ('fault' in found) assert.fail(`${rule}: ${found.fault}`);
    else
      assert.deepEqual(
        Object.fromEntries(found.matches.map((match) => [match.entry.symbol, match.known?.symbol ?? null])),
        expected,
        rule,
      );
  }
});

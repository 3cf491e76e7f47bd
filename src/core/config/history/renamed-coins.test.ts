// Symbols in quittance.json may change, and lines about removed coins do not prevent a start.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsOf } from '../../../io/chains/codecs.ts';
import { parseConfig } from '../config.ts';
import { ConfigFault } from '../config-fields.ts';
import type { NetworkEntry } from '../network-entry.ts';

const [one, two] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
const token = (symbol: string, contract: string) => ({
  symbol,
  name: symbol,
  decimals: 6,
  contract,
  stable: true,
  peg: 'USD',
});
const builtIn: readonly NetworkEntry[] = [
  {
    symbol: 'ethereum',
    name: 'Ethereum',
    family: 'EVM',
    chainId: 1,
    params: null,
    rpc: [],
    confirmations: 12,
    test: false,
    explorerTransaction: null,
    pollIntervalMs: 4000,
    reorgDepth: 256,
    native: { symbol: 'ETH', name: 'Ether', decimals: 18 },
    tokens: [token('USDT', one), token('USDC', two)],
  },
];
const read = (text: string) => parseConfig(text, 'quittance.json', builtIn, factsOf);

test('a price of a coin that is gone is a warning with its line', () => {
  const { rates, warnings } = read('{"rates": {\n"fixed": {"ETC": {"USD": "1"}, "ETH": {"USD": "2"}}}}');
  assert.deepEqual(
    rates.fixed.map(({ cryptocurrency }) => cryptocurrency),
    ['ETC', 'ETH'],
    'it may price past payments',
  );
  assert.equal(warnings.length, 1);
  const [warning = ''] = warnings;
  assert.match(warning, /^quittance\.json line 2, rates\.fixed\.ETC: no network has .* \(did you mean ETH\?\), so /);
  assert.match(warning, /, so the line can only price past payments$/);
});

test('a symbol is a label: the file renames built-in coins, and no two coins of a network share one', () => {
  const ethereum = (fields: object) => JSON.stringify({ networks: { ethereum: fields } });
  const tokens = (...list: readonly (readonly [string, string])[]) =>
    ethereum({ tokens: list.map(([symbol, contract]) => ({ symbol, contract, decimals: 6 })) });
  const namesIn = (text: string) =>
    Object.fromEntries((read(text).networks[0]?.tokens ?? []).map(({ symbol, contract }) => [symbol, contract]));
  assert.deepEqual(namesIn(tokens(['USDT0', one])), { USDT0: one, USDC: two });
  assert.deepEqual(namesIn(tokens(['USDT', two], ['USDC', one])), { USDT: two, USDC: one }, 'they change places');
  assert.equal(read(ethereum({ native: { symbol: 'ETHX' } })).networks[0]?.native.symbol, 'ETHX');
  const wrong: [string, RegExp][] = [
    [tokens(['USDC', one]), /tokens\.0: USDC is the built-in token 0x2{40}: a second contract needs another symbol/],
    [ethereum({ native: { symbol: 'USDT' } }), /networks\.ethereum\.native: USDT is already the token 0x1{40}/],
  ];
  for (const [text, message] of wrong)
    assert.throws(
      () => read(text),
      (error) => error instanceof ConfigFault && message.test(error.message),
      String(message),
    );
});

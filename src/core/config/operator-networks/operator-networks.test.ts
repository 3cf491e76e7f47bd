// Networks of the console lie over the built-in ones; a row that does not fit is left out and never stops a start.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsOf } from '../../../io/chains/codecs.ts';
import type { NetworkEntry } from '../network-entry.ts';
import { type OperatorNetwork, withOperatorEndpoints, withOwnNetworks } from './operator-networks.ts';

const ethereum: NetworkEntry = {
  symbol: 'ethereum',
  name: 'Ethereum',
  family: 'EVM',
  chainId: 1,
  params: null,
  rpc: [],
  confirmations: 12,
  test: false,
  explorerTransaction: null,
  pollIntervalMs: 4_000,
  reorgDepth: 256,
  native: { symbol: 'ETH', name: 'Ether', decimals: 18 },
  tokens: [],
};
const own = (definition: object | string): OperatorNetwork => ({
  symbol: 'mine',
  definition: typeof definition === 'string' ? definition : JSON.stringify(definition),
  endpoints: ['http://127.0.0.1:1'],
  enabled: true,
});
const mine = { type: 'EVM', name: 'Mine', chain_id: 777, native: { symbol: 'ETH' }, confirmations: 3 };

test('a network of the console follows the built-in ones, with the settings of its definition', () => {
  const { networks, warnings } = withOwnNetworks([ethereum], [own(mine)], factsOf);
  assert.deepEqual(warnings, []);
  assert.deepEqual(
    networks.map(({ symbol, chainId, confirmations }) => [symbol, chainId, confirmations]),
    [
      ['ethereum', 1, 12],
      ['mine', 777, 3],
    ],
  );
});

for (const [why, row, says] of [
  ['its chain is built in', own({ ...mine, chain_id: 1 }), /chain 1 is the network ethereum$/],
  ['its name is taken', { ...own(mine), symbol: 'ethereum' }, /its name is that of another network$/],
  ['a setting is unknown', own({ ...mine, chainid: 1 }), /there is no such setting/],
  ['it is no JSON', own('{'), /expected a key/],
] as const)
  test(`a network of the console is left out with a warning if ${why}`, () => {
    const { networks, warnings } = withOwnNetworks([ethereum], [row], factsOf);
    assert.deepEqual(networks, [ethereum]);
    assert.match(warnings.join(), says);
  });

test('endpoints of the console hold only where neither file nor environment sets any', () => {
  const row: OperatorNetwork = { symbol: 'ethereum', definition: null, endpoints: ['http://db.test'], enabled: true };
  const rpcOf = (network: NetworkEntry, held: OperatorNetwork) => {
    const [found] = withOperatorEndpoints([network], [held], factsOf);
    return [found?.rpc.join(), found?.rpcFrom];
  };
  assert.deepEqual(rpcOf(ethereum, row), ['http://db.test', 'database']);
  assert.deepEqual(rpcOf(ethereum, { ...row, symbol: 'other' }), ['', undefined]);
  const filed = { ...ethereum, rpc: ['http://file.test'], rpcFrom: 'file' as const };
  assert.deepEqual(rpcOf(filed, row), ['http://file.test', 'file']);
  assert.deepEqual(rpcOf(filed, { ...row, enabled: false }), ['http://file.test', 'file']);
  assert.deepEqual(rpcOf(ethereum, { ...row, enabled: false }), ['', 'database'], 'switched off');
  assert.deepEqual(rpcOf(ethereum, { ...row, endpoints: ['ftp://db.test'] }), ['', 'database'], 'not an endpoint');
});

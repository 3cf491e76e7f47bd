// Names of coins and networks in requests: symbols first, then aliases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualAliases } from './registry/aliases.ts';
import { registry } from './registry.ts';
import { type NamedAsset, nameResolver } from './resolve-names.ts';

const known: readonly NamedAsset[] = registry.flatMap(({ symbol: network, native, tokens }) =>
  [native, ...tokens].map(({ symbol: cryptocurrency }) => ({ cryptocurrency, network })),
);
const names = nameResolver(known, usualAliases);

test('a network is found by its symbol and its usual names, in any case', () => {
  for (const [name, symbol] of [
    ['ethereum', 'ethereum'],
    ['Ethereum', 'ethereum'],
    ['ERC20', 'ethereum'],
    ['erc-20', 'ethereum'],
    ['eth', 'ethereum'],
    ['BEP20', 'bsc'],
    ['bsc', 'bsc'],
    ['Binance Smart Chain', 'bsc'],
    ['TRC20', 'tron'],
    ['trx', 'tron'],
    ['matic', 'polygon'],
    ['polygon_pos', 'polygon'],
    ['arb', 'arbitrum'],
    ['Arbitrum One', 'arbitrum'],
    ['OP', 'optimism'],
    ['AVAX', 'avalanche'],
    ['btc', 'bitcoin'],
    ['ltc', 'litecoin'],
    ['DOGE', 'dogecoin'],
    ['amoy', 'polygon-amoy'],
    ['solana', null],
    ['', null],
    ['constructor', null],
  ] as const) {
    assert.equal(names.network(name), symbol, name);
  }
});

test('a coin is found on each network by the symbol that it is sold as there', () => {
  for (const [name, network, symbol] of [
    ['USDT', 'ethereum', 'USDT'],
    ['usdt', 'polygon', 'USDT0'],
    ['USDT', 'arbitrum', 'USDT0'],
    ['USDT0', 'polygon', 'USDT0'],
    ['usdt0', 'tron', 'USDT'],
    ['USD₮0', 'arbitrum', 'USDT0'],
    ['BSC-USD', 'bsc', 'USDT'],
    ['USDT', 'bitcoin', null],
    ['MATIC', 'polygon', 'POL'],
    ['matic', 'polygon-amoy', 'POL'],
    ['MATIC', 'ethereum', null],
    ['xbt', 'bitcoin', 'BTC'],
    ['USDC.e', 'polygon', null],
    ['toString', 'ethereum', null],
  ] as const) {
    assert.equal(names.coinOn(network, name), symbol, `${name} on ${network}`);
  }
  assert.deepEqual(['matic', 'usdt0', 'Tether', 'XYZ'].map(names.coin), ['POL', 'USDT0', 'USDT', null]);
});

test('every alias leads to a network or coin of the registry', () => {
  const networks = new Set(known.map(({ network }) => network));
  const coins = new Set(known.map(({ cryptocurrency }) => cryptocurrency));
  assert.deepEqual(
    usualAliases.networks.filter(({ symbol }) => !networks.has(symbol)),
    [],
  );
  assert.deepEqual(
    usualAliases.coins.filter(({ symbol }) => !coins.has(symbol)),
    [],
  );
});

test('an alias never hides a symbol of the configuration, and may hold on one network alone', () => {
  const assets = [
    ...known,
    { cryptocurrency: 'MATIC', network: 'ethereum' },
    { cryptocurrency: 'USDT', network: 'polygon' },
    { cryptocurrency: 'ETH', network: 'eth' },
    { cryptocurrency: 'NEW', network: 'eth' },
    { cryptocurrency: 'NEW', network: 'base' },
  ];
  const aliases = { ...usualAliases, coins: [...usualAliases.coins, { alias: 'OLD', symbol: 'NEW', network: 'eth' }] };
  const own = nameResolver(assets, aliases);
  assert.equal(own.network('ETH'), 'eth');
  assert.deepEqual(
    [own.coinOn('ethereum', 'MATIC'), own.coinOn('polygon', 'MATIC'), own.coin('MATIC')],
    [...['MATIC', 'POL', 'MATIC']],
  );
  assert.deepEqual([own.coinOn('polygon', 'USDT'), own.coinOn('polygon', 'USDT0')], ['USDT', 'USDT0']);
  assert.deepEqual([own.coinOn('eth', 'old'), own.coinOn('base', 'old')], ['NEW', null]);
});

// Ids outlive restarts and configurations; what amounts are counted in never changes under them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testDatabase } from '../../../test/rig/database.ts';
import type { NetworkEntry, TokenEntry } from '../../core/config/network-entry.ts';
import { newId } from '../../io/new-id.ts';
import { StartFault } from '../../io/start-fault.ts';
import { loadCatalog } from './load-catalog.ts';
import { registry } from './registry.ts';

const { db, drop } = await testDatabase();
after(drop);

const usdx: TokenEntry = {
  symbol: 'USDX',
  name: 'Dollar X',
  decimals: 6,
  contract: `0x${'a'.repeat(40)}`,
  stable: true,
  peg: 'USD',
};
const local: NetworkEntry = {
  ...(registry[0] as NetworkEntry),
  symbol: 'local',
  name: 'Local chain',
  chainId: 31337,
  rpc: ['http://127.0.0.1:1'],
  test: true,
  tokens: [usdx],
};

function load(...entries: NetworkEntry[]) {
  return loadCatalog(db, entries, { now: new Date(0), newId });
}

test('processes that start together on an empty database lay each row once', async () => {
  const catalogs = await Promise.all(Array.from({ length: 4 }, () => load(...registry, local)));
  const idsOf = (catalog: (typeof catalogs)[number]) =>
    [...catalog.assets, ...catalog.networks, ...catalog.cryptocurrencies].map((each) => each.id);
  for (const catalog of catalogs) assert.deepEqual(idsOf(catalog), idsOf(catalogs[0] as (typeof catalogs)[number]));
  const rows = await db.query<{ count: bigint }>('select count(*) from assets');
  assert.equal(Number(rows[0]?.count), catalogs[0]?.assets.length);
});

test('symbols are found in any case, and nothing else is', async () => {
  const catalog = await load(...registry, local);
  assert.equal(catalog.networkBySymbol('Ethereum')?.chainId, 1);
  assert.equal(catalog.networkBySymbol('BASE-SEPOLIA')?.test, true);
  assert.equal(catalog.cryptocurrencyBySymbol('usdt')?.peg, 'USD');
  assert.equal(catalog.asset('eth', 'LOCAL')?.contract, '');
  assert.equal(catalog.asset('USDT', 'base'), null);
  assert.equal(catalog.networkBySymbol('constructor'), null);
  assert.equal(catalog.cryptocurrencyBySymbol(''), null);
  const asset = catalog.asset('USDX', 'local');
  assert.ok(asset);
  assert.equal(catalog.assetById(asset.id), asset);
  assert.equal(catalog.assetByContract(asset.network.id, usdx.contract), asset);
  assert.equal(catalog.networkById(asset.network.id), asset.network);
  assert.deepEqual(asset.network.facts, {
    symbol: 'local',
    chainId: 31337,
    params: null,
    rpc: ['http://127.0.0.1:1'],
    contracts: [usdx.contract],
    traces: 'auto',
    finalityTag: 'finalized',
    unproven: [usdx.contract],
  });
});

test('a network is available with an endpoint and a family that can be read', async () => {
  const solana: NetworkEntry = {
    ...local,
    symbol: 'solana',
    family: 'SVM',
    chainId: null,
    native: { symbol: 'SOL', name: 'Solana', decimals: 9 },
  };
  const catalog = await load(...registry, local, { ...solana, tokens: [] });
  assert.equal(catalog.networkBySymbol('local')?.available, true);
  assert.equal(catalog.networkBySymbol('ethereum')?.available, false);
  assert.equal(catalog.networkBySymbol('solana')?.available, false);
});

test('an asset that the configuration no longer names is still found by its id', async () => {
  const before = (await load(...registry, local)).asset('USDX', 'local');
  assert.ok(before);
  for (const catalog of [await load(...registry, { ...local, tokens: [] }), await load(...registry)]) {
    assert.equal(catalog.asset('USDX', 'local'), null);
    assert.equal(catalog.cryptocurrencyBySymbol('USDX'), null);
    const retired = catalog.assetById(before.id);
    assert.equal(retired?.decimals, 6);
    assert.equal(retired?.cryptocurrency.symbol, 'USDX');
    assert.equal(retired?.network.family, 'EVM');
    assert.equal(retired?.network.id, before.network.id);
  }
  assert.equal((await load(...registry, local)).asset('USDX', 'local')?.id, before.id);
});

test('another chain, other decimals or another symbol than the database was built on keep the service from starting', async () => {
  await load(...registry, local);
  const table: [NetworkEntry, RegExp][] = [
    [
      { ...local, chainId: 1337 },
      /Network local is EVM chain 31337 in the database, but EVM chain 1337 in the configuration/,
    ],
    [
      { ...local, tokens: [{ ...usdx, decimals: 18 }] },
      /0xa{40} on local has 6 decimals in the database, but 18 in the configuration \(USDX\)/,
    ],
    [{ ...local, tokens: [{ ...usdx, symbol: 'USDY' }] }, /0xa{40} on local is USDX in the database, but USDY/],
    [{ ...local, native: { ...local.native, decimals: 8 } }, /The native coin of local has 18 decimals/],
  ];
  for (const [entry, message] of table) {
    await assert.rejects(
      load(...registry, entry),
      (error) => error instanceof StartFault && message.test(error.message),
      String(message),
    );
  }
  assert.equal((await db.query(`select 1 from cryptocurrencies where symbol = 'USDY'`)).length, 0);
});

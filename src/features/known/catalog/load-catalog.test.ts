// Ids survive restarts and configuration changes, and the unit of recorded amounts never changes.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testDatabase } from '../../../../test/rig/database.ts';
import type { NetworkEntry, TokenEntry } from '../../../core/config/network-entry.ts';
import { newId } from '../../../io/new-id.ts';
import { StartFault } from '../../../io/start-fault.ts';
import { loadCatalog } from './load-catalog.ts';
import { registry } from './registry.ts';
import { listAssetsNamed, listSymbols } from './store.ts';

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

test('another chain or other decimals than the database was built on keep the service from starting', async () => {
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
    [{ ...local, native: { ...local.native, decimals: 8 } }, /The native coin of local has 18 decimals/],
  ];
  for (const [entry, message] of table) {
    await assert.rejects(
      load(...registry, entry),
      (error) => error instanceof StartFault && message.test(error.message),
      String(message),
    );
  }
});

test('a gone network and its coins are known as they were last configured', async () => {
  const regtest: NetworkEntry = {
    ...local,
    symbol: 'litecoin-here',
    name: 'Litecoin here',
    family: 'UTXO',
    chainId: null,
    params: 'litecoin-regtest',
    confirmations: 4,
    explorerTransaction: 'https://x.test/{hash}',
    tokens: [],
    native: { symbol: 'TLTC', name: 'Test Litecoin', decimals: 8 },
  };
  const before = (await load(...registry, local, regtest)).asset('TLTC', 'litecoin-here');
  const catalog = await load(...registry, local);
  const gone = catalog.assetById(before?.id ?? '');
  assert.equal(catalog.networkBySymbol('litecoin-here'), null);
  assert.ok(gone !== null && before !== null);
  assert.deepEqual(gone.cryptocurrency, before.cryptocurrency);
  const shown = ({
    id,
    symbol,
    name,
    family,
    test,
    confirmations,
    explorerTransaction,
    facts,
  }: typeof gone.network) => ({
    id,
    symbol,
    name,
    family,
    test,
    confirmations,
    explorerTransaction,
    params: facts.params,
  });
  assert.deepEqual(shown(gone.network), shown(before.network));
  const { stopped, network } = gone;
  assert.deepEqual(
    [stopped, network.configured, network.followable, network.available],
    ['not_configured', false, false, false],
  );
  assert.ok(catalog.goneNetworks.includes(network));
  const back = (await load(...registry, local, regtest)).asset('TLTC', 'litecoin-here');
  assert.deepEqual([back?.id, back?.network.id, back?.stopped], [before.id, before.network.id, null]);
  await assert.rejects(
    load(...registry, local, { ...regtest, params: 'bitcoin-regtest' }),
    /Network litecoin-here is UTXO chain litecoin-regtest in the database, but UTXO chain bitcoin-regtest/,
  );
});

test('a renamed coin or network keeps its row, and its former symbol is an alias', async () => {
  const [first, second] = [`0x${'b'.repeat(40)}`, `0x${'c'.repeat(40)}`];
  const named = (key: string, native: string, one: string, other: string): NetworkEntry => ({
    ...local,
    symbol: key,
    chainId: 4242,
    native: { ...local.native, symbol: native },
    tokens: [
      { ...usdx, symbol: one, contract: first },
      { ...usdx, symbol: other, contract: second },
    ],
  });
  const start = await load(...registry, named('old', 'MAT', 'ONE', 'TWO'));
  const ids = ['MAT', 'ONE', 'TWO'].map((symbol) => start.asset(symbol, 'old')?.id);
  const networkId = start.networkBySymbol('old')?.id;

  const renamed = await load(...registry, named('new', 'POX', 'UNO', 'TWO'));
  assert.deepEqual([renamed.networkBySymbol('new')?.id, renamed.networkBySymbol('OLD')?.symbol], [networkId, 'new']);
  for (const [network, names] of [
    ['new', ['POX', 'UNO', 'TWO']],
    ['old', ['mat', 'one', 'two']],
  ] as const)
    assert.deepEqual(
      names.map((symbol) => renamed.asset(symbol, network)?.id),
      ids,
    );
  assert.equal(renamed.cryptocurrencyBySymbol('MAT')?.symbol, 'POX');
  assert.equal(renamed.asset('MAT', 'ethereum'), null, 'an alias is of one network');
  const { coins, networks } = renamed.aliases;
  assert.deepEqual(
    coins.filter(({ network }) => network === 'new').map(({ alias }) => alias),
    ['ONE', 'MAT'],
  );
  assert.equal(networks[0]?.alias, 'old');
  const filtered = async (coin: string | null, network: string | null) =>
    (await listAssetsNamed(db, coin, network)).sort();
  assert.deepEqual(await filtered('ONE', null), [ids[1]]);
  assert.deepEqual(await filtered('UNO', 'old'), [ids[1]]);
  assert.deepEqual(await filtered(null, 'old'), [...ids].sort());
  const known = await listSymbols(db);
  assert.ok(known.networks.includes('old') && known.cryptocurrencies.includes('ONE'));

  const swapped = await load(...registry, named('new', 'POX', 'TWO', 'UNO'));
  assert.deepEqual(
    ['TWO', 'UNO', 'ONE'].map((symbol) => swapped.asset(symbol, 'new')?.id),
    [ids[1], ids[2], ids[1]],
  );
  assert.deepEqual(await filtered('TWO', 'new'), [ids[1]], 'a former symbol hides none of today');

  const back = await load(...registry, named('old', 'MAT', 'ONE', 'TWO'));
  assert.deepEqual(
    ['MAT', 'ONE', 'TWO', 'POX'].map((symbol) => back.asset(symbol, 'new')?.id),
    [...ids, ids[0]],
  );
  const other = await load(...registry, named('old', 'MAT', 'ONE', 'TWO'), { ...local, symbol: 'new', chainId: 4243 });
  assert.equal(other.networkBySymbol('new')?.chainId, 4243, 'another network may take the former key');
});

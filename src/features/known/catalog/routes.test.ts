// The catalog operations return the published shapes, ignore case in names and need no credential.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testDatabase } from '../../../../test/rig/database.ts';
import { parseRate } from '../../../core/money/rate.ts';
import { csrfTokens } from '../../../io/http/browser/csrf.ts';
import { createServer, serveOperations } from '../../../io/http/server.ts';
import { createLog } from '../../../io/log.ts';
import { newId } from '../../../io/new-id.ts';
import type { Instance } from '../../instance.ts';
import { createRateBook } from '../rates/rate-book.ts';
import { loadCatalog } from './load-catalog.ts';
import { registry } from './registry.ts';
import { catalogRoutes } from './routes.ts';

const { db, drop } = await testDatabase();
const log = createLog('silent');
const entries = registry.map((entry) =>
  entry.symbol === 'sepolia' ? { ...entry, rpc: ['http://127.0.0.1:1'] } : entry,
);
const catalog = await loadCatalog(db, entries, { now: new Date(0), newId });
const rates = createRateBook({
  fixed: [{ cryptocurrency: 'ETH', currency: 'USD', rate: parseRate('2000.5') ?? assert.fail() }],
  sources: [],
  maxAgeSeconds: 120,
  coins: catalog.cryptocurrencies,
});
const options = {
  db,
  log,
  publicUrl: 'http://x.test',
  trustProxy: false,
  authenticate: () => ({ kind: 'public' }) as const,
  idempotency: { find: () => assert.fail(), keep: () => assert.fail() } as never,
  csrf: csrfTokens(Buffer.alloc(32), 'http://x.test'),
  clock: { now: () => new Date() },
};
const app = await createServer(options);
serveOperations(
  app,
  catalogRoutes({ catalog, rates, clock: { now: () => new Date(0) } } as unknown as Instance),
  options,
);
after(async () => {
  await app.close();
  await drop();
});

/** The fields of a network that no process follows. */
const unseen = {
  available: false,
  degraded: false,
  native_coin: 'ETH',
  transfer_fees: null,
  internal_transfers: null,
};

const ofEthereum = {
  names_sender: true,
  has_mempool: false,
  finality_term: 'final',
  wallet_protocol: 'eip1193',
};

async function get(path: string) {
  const answer = await app.inject(`/api${path}?v=1`);
  return { status: answer.statusCode, body: answer.json() };
}

test('networks are listed with their published fields, and whether they can be used', async () => {
  const { status, body } = await get('/networks');
  assert.equal(status, 200);
  const { id, ...ethereum } = body[0];
  assert.equal(id, catalog.networkBySymbol('ethereum')?.id);
  assert.deepEqual(ethereum, {
    symbol: 'ethereum',
    name: 'Ethereum',
    type: 'EVM',
    test: false,
    ...unseen,
    ...ofEthereum,
  });
  assert.deepEqual(
    body
      .filter((network: { available: boolean }) => network.available)
      .map((network: { symbol: string }) => network.symbol),
    ['sepolia', 'test'],
  );
});

test('a cryptocurrency has its rates as numbers and its networks', async () => {
  const { body: eth } = await get('/cryptocurrency/eth');
  assert.deepEqual(Object.keys(eth), ['id', 'symbol', 'name', 'decimals', 'stable', 'rates', 'networks']);
  assert.deepEqual(eth.rates, { USD: 2000.5 });
  assert.deepEqual([eth.symbol, eth.name, eth.decimals, eth.stable], ['ETH', 'Ether', 18, false]);
  const withEther = registry.filter((entry) => entry.native.symbol === 'ETH');
  assert.deepEqual(
    eth.networks.map((network: { symbol: string }) => network.symbol),
    withEther.map((entry) => entry.symbol),
  );
  const { body: usdt } = await get('/cryptocurrency/USDT');
  assert.equal(usdt.stable, true);
  assert.deepEqual(usdt.rates, { USD: 1 });
  const { id: _, ...network } = usdt.networks[0];
  assert.deepEqual(network, {
    symbol: 'ethereum',
    name: 'Ethereum',
    type: 'EVM',
    test: false,
    ...unseen,
    ...ofEthereum,
    contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    decimals: 6,
    confirmations: 12,
    confirmations_floor: 12,
  });
  const { body: all } = await get('/cryptocurrencies');
  assert.deepEqual(
    all.map((each: { symbol: string }) => each.symbol),
    catalog.cryptocurrencies.map((each) => each.symbol),
  );
  assert.deepEqual(all[0], eth);
});

test('currencies are those that there may be rates in', async () => {
  const { body: all } = await get('/currencies');
  assert.deepEqual(
    all.map((each: { code: string }) => each.code),
    ['EUR', 'USD'],
  );
  const { body: usd } = await get('/currency/usd');
  assert.deepEqual(usd, {
    id: '00000000-0000-8000-8000-000000555344',
    code: 'USD',
    name: 'US Dollar',
    symbol: '$',
    decimals: 2,
  });
});

test('what does not exist is not found', async () => {
  for (const path of [
    '/cryptocurrency/NOPE',
    '/cryptocurrency/__proto__',
    '/currency/XXX',
    '/currency/JPY',
    '/currency/%00',
  ]) {
    assert.equal((await get(path)).status, 404, path);
  }
});

// Price sources that lie, and the quotes that customers get: a running service with a simulated market.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { type Json, ok, until } from '../rig/client.ts';
import { type Market, startMarket } from '../rig/prices/market.ts';
import { openShop, type Shop } from '../rig/shop.ts';

let market: Market;
let shop: Shop;
const lies = { 'ten percent more': '2200', inverted: '0.0005', tenfold: '20000' };

before(async () => {
  market = await startMarket();
  // From the first response on.
  market.say('kraken', 'ETH', '2200');
  const sources = ['kraken', 'coinbase', 'bitstamp', 'ecb'];
  shop = await openShop({ rates: { sources, urls: market.urls, max_age: 8 } });
});
after(async () => {
  await shop?.close();
  market?.close();
});

async function quote(currency = 'USD', coin = 'ETH'): Promise<{ status: number; body: Json; headers: Headers }> {
  const invoice = await shop.invoice('100', { currency });
  const from = shop.anvil.accounts[2]?.address;
  return shop.anyone.post('/transaction', { invoice_id: invoice.id, from, cryptocurrency: coin, network: 'local' });
}

const quoted = async (currency = 'USD', coin = 'ETH'): Promise<Json> => {
  const { status, body } = await quote(currency, coin);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
};

/** Waits until an exchange was asked so often that every process of the service has its new price. */
async function heard(exchange: 'kraken' | 'coinbase' | 'bitstamp'): Promise<void> {
  const wanted = market.asked(exchange) + 6;
  await until(() => market.asked(exchange) >= wanted, `${exchange} to be asked again`);
}

const evidenceOf = async (id: string): Promise<Json> => {
  const { connectPostgres } = await import('../../src/io/db/postgres.ts');
  const options = { maxConnections: 1, applicationName: 'story', onError: () => undefined };
  const db = await connectPostgres({ url: shop.databaseUrl, ...options });
  const rows = await db.query<{ rate_evidence: Json }>('select rate_evidence from transactions where id = $1', [id]);
  await db.close();
  return rows[0]?.rate_evidence ?? assert.fail('no such transaction');
};

test('T12-lying-source: of three sources a wrong one moves no quote, nor after a restart', async () => {
  assert.equal((await quoted()).rate, '2000', 'at start');
  for (const [name, lie] of Object.entries(lies)) {
    market.say('kraken', 'ETH', lie);
    await heard('kraken');
    assert.equal((await quoted()).rate, '2000', name);
  }
  await shop.service.restart();
  const transaction = await until<Json>(async () => {
    const { status, body } = await quote();
    if (status !== 201) return null;
    assert.equal(body.rate, '2000', 'after a restart');
    return (await evidenceOf(body.id)).sources.length === 3 ? body : null;
  }, 'all three sources to be heard after the restart');
  const { method, sources } = await evidenceOf(transaction.id as string);
  assert.equal(method, 'median');
  assert.deepEqual(
    (sources as Json[]).map(({ source, rate }) => `${source} ${rate}`).sort(),
    ['bitstamp 2000', 'coinbase 2000', 'kraken 20000'],
    'the sources, their values and times are kept with it',
  );
  await heard('kraken');
  const metrics = await (await fetch(`${shop.service.url}/metrics`)).text();
  assert.match(metrics, /quittance_rate_source_state\{source="kraken",state="doubted"\} 1/);
  assert.match(metrics, /quittance_rate_source_age_seconds\{source="coinbase"\} \d/);
});

test('T12-other-currencies: KWD, BRL and INR have a price by way of the dollar', async () => {
  const rates = { KWD: '613.25', BRL: '10800', INR: '176980' };
  for (const [currency, expected] of Object.entries(rates)) {
    const { id, rate } = await quoted(currency);
    // The mean of Coinbase and the central bank, where both publish a dollar rate.
    assert.ok(Math.abs(Number(rate) / Number(expected) - 1) < 0.005, `${currency} ${rate}`);
    assert.equal((await evidenceOf(id as string)).method, 'cross');
  }
  const codes = (await ok<Json[]>(shop.anyone.get('/currencies'))).map(({ code }) => code);
  for (const code of Object.keys(rates)) assert.ok(codes.includes(code), code);
});

test('T12-depegged: beyond two percent a stable coin has its market price, with one event', async () => {
  assert.equal((await quoted('USD', 'USDT')).rate, '1');
  for (const exchange of ['kraken', 'coinbase', 'bitstamp'] as const) market.say(exchange, 'USDT', '0.9');
  const told = async () => (await shop.eventTypes()).filter((type) => type === 'rate.depegged').length;
  await until(async () => (await told()) > 0, 'the event');
  assert.equal((await quoted('USD', 'USDT')).rate, '0.9');
  const events = await ok<Json[]>(shop.merchant.appApi.get('/events', { query: { limit: 100 } }));
  const { data } = events.find(({ type }) => type === 'rate.depegged') ?? assert.fail();
  const { cryptocurrency, currency, rate } = data as Json;
  assert.deepEqual([cryptocurrency, currency, rate], ['USDT', 'USD', '0.9']);
  await shop.service.restart();
  await heard('bitstamp');
  assert.equal(await told(), 1, 'also after a restart');
  for (const exchange of ['kraken', 'coinbase', 'bitstamp'] as const) market.say(exchange, 'USDT', '1');
  await shop.service.says('is at par again');
  assert.equal((await quoted('USD', 'USDT')).rate, '1');
});

test('T12-S21-no-majority: two false sources of three stop new quotes, and the open quote stays', async () => {
  market.say('kraken', 'ETH', '2000');
  await heard('kraken');
  const running = await quoted();
  for (const exchange of ['kraken', 'coinbase'] as const)
    market.say(exchange, 'ETH', exchange === 'kraken' ? '2200' : '1800');
  const refused = await until(async () => {
    const answer = await quote();
    return answer.status === 503 ? answer : null;
  }, 'no price');
  assert.equal(refused.body.code, 'rate_unavailable');
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
  const { status, rate } = await ok<Json>(shop.anyone.get(`/transaction/${running.id}`));
  assert.deepEqual([status, rate], ['processing', '2000']);
  for (const exchange of ['kraken', 'coinbase'] as const) market.say(exchange, 'ETH', '2000');
  await until(async () => (await quote()).status === 201, 'a price again');
});

test('T12-S21-sole-source: a sole source counts only near the last prices, also after a restart', async () => {
  const file = shop.service.env.CONFIG as string;
  const config = JSON.parse(readFileSync(file, 'utf8')) as Json & { rates: Json };
  writeFileSync(file, JSON.stringify({ ...config, rates: { ...config.rates, sources: ['kraken'] } }));
  market.say('kraken', 'ETH', lies.tenfold);
  await shop.service.restart();
  for (const lie of [lies.tenfold, lies.inverted, lies['ten percent more']]) {
    market.say('kraken', 'ETH', lie);
    await heard('kraken');
    assert.equal((await quote()).status, 503, lie);
  }
  market.say('kraken', 'ETH', '2040');
  const { body } = await until(async () => {
    const answer = await quote();
    return answer.status === 201 ? answer : null;
  }, 'what can be believed');
  assert.equal(body.rate, '2040');
});

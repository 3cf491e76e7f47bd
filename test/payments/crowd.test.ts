// Proves what customers see when many of them start to pay in the same moment, and their attempts are written together.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Client, type Json, ok } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { type ServiceProcess, startService } from '../rig/service.ts';

let database: TestDatabase;
let service: ServiceProcess;
let merchant: Merchant;
let anyone: Client;

const local = { type: 'EVM', chain_id: 31337, rpc: ['http://127.0.0.1:9'], test: true, native: { symbol: 'ETH' } };

before(async () => {
  database = await testDatabase();
  service = await startService({
    databaseUrl: database.url,
    roles: 'api',
    config: { networks: { local }, rates: { sources: [], fixed: { ETH: { USD: '2000' } } } },
  });
  merchant = await createMerchant(service, {
    accepts: [['ETH', 'local']],
    receives: [{ network: 'local', kind: 'address', value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  });
  anyone = merchant.api.as(null);
});

after(async () => {
  await service?.stop();
  await database?.drop();
});

function invoice(total: string): Promise<Json> {
  return ok(merchant.appApi.post('/invoice', { total, currency: 'USD' }));
}

function wish(of: Json): Json {
  const from = `0x${randomBytes(20).toString('hex')}`;
  return { invoice_id: of.id, from, cryptocurrency: 'ETH', network: 'local' };
}

test('customers who owe the same at once are quoted amounts that differ, and nobody is refused for another', async () => {
  const same = await Promise.all(Array.from({ length: 12 }, () => invoice('25.00')));
  const other = await Promise.all(Array.from({ length: 12 }, (_, place) => invoice(`${30 + place}.00`)));
  const unknown = { ...wish(same[0]), invoice_id: randomUUID() };
  const [refused, ...made] = await Promise.all(
    [unknown, ...[...same, ...other].map(wish)].map((body) => anyone.post('/transaction', body)),
  );
  assert.equal(refused?.status, 404);
  assert.deepEqual(new Set(made.map((answer) => answer.status)), new Set([201]));
  assert.equal(new Set(made.map((answer) => answer.body.amount)).size, made.length);
  for (const [place, answer] of made.entries()) {
    const told = answer.body;
    assert.equal(told.invoice_id, [...same, ...other][place]?.id, 'everyone hears of their own attempt');
    const shown = await ok<Json>(anyone.get(`/transaction/${told.id}`));
    assert.deepEqual([shown.amount, shown.from, shown.to], [told.amount, told.from, told.to]);
  }
});

test('F16-no-stray-event: several attempts on one invoice at once are all made, and its events have no gap', async () => {
  const shared = await invoice('70.00');
  const made = await Promise.all(Array.from({ length: 6 }, () => anyone.post('/transaction', wish(shared))));
  assert.deepEqual(
    made.map((answer) => answer.status),
    [201, 201, 201, 201, 201, 201],
  );
  const rows = await database.db.query<{ sequence: string; type: string }>(
    'select sequence, type from events where invoice_id = $1 order by sequence',
    [shared.id],
  );
  const first = Number(rows[0]?.sequence);
  assert.deepEqual(
    rows.map((row) => Number(row.sequence) - first),
    rows.map((_, place) => place),
  );
  assert.equal(rows.filter((row) => row.type === 'transaction.created').length, 6);
});

test('with one key at once one attempt is made, whatever else is written beside it', async () => {
  const shared = await invoice('80.00');
  const body = wish(shared);
  const headers = { 'idempotency-key': randomUUID() };
  const others = await Promise.all(Array.from({ length: 8 }, (_, place) => invoice(`${90 + place}.00`)));
  const [answers, beside] = await Promise.all([
    Promise.all(Array.from({ length: 16 }, () => merchant.appApi.post('/transaction', body, { headers }))),
    Promise.all(others.map((one) => anyone.post('/transaction', wish(one)))),
  ]);
  assert.deepEqual(new Set(beside.map((answer) => answer.status)), new Set([201]));
  const happened = answers.filter((answer) => answer.status === 201);
  assert.ok(happened.length >= 1);
  assert.ok(answers.every((answer) => answer.status === 201 || answer.status === 409));
  assert.equal(new Set(happened.map((answer) => answer.body.id)).size, 1);
  const attempts = await ok<Json>(anyone.get('/transactions', { query: { invoice_id: shared.id } }));
  assert.equal(attempts.length, 1);
  const again = await merchant.appApi.post('/transaction', body, { headers });
  assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [201, 'true']);
});

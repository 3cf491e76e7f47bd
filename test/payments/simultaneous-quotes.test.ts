// Many customers start to pay at the same moment and their transactions are written together: the test checks their
// views.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Client, type Json, ok, until } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { openStreams } from '../rig/payment/invoice-streams.ts';
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
    env: { TRUST_PROXY: '127.0.0.1' },
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

test('customers who owe the same at once are quoted different amounts, and none is refused for another', async () => {
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

test('F16-no-stray-event: concurrent attempts on one invoice are all made, its events without a gap', async () => {
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

/** Transactions of other customers that are canceled at once and never paid. */
async function emptyAttempts(of: Json, howMany: number): Promise<string[]> {
  const made: string[] = [];
  for (let index = 0; index < howMany; index++) {
    const { id } = await ok<Json>(anyone.post('/transaction', wish(of)));
    made.push((await ok<Json>(anyone.delete(`/transaction/${id}`))).id);
  }
  return made;
}

/** Simulates a partial payment for a new transaction, or for this one. */
async function paidInPart(of: Json, id?: string): Promise<string> {
  const attempt = id ?? (await ok<Json>(anyone.post('/transaction', wish(of)))).id;
  const path = `/sandbox/transaction/${attempt}/simulate`;
  assert.equal((await ok<Json>(merchant.appApi.post(path, { case: 'underpaid' }))).status, 'success');
  return attempt;
}

/** The first event of the invoice's stream: the initial state that a page gets. */
async function pageOf(of: Json): Promise<string[]> {
  const abort = new AbortController();
  const stream = await fetch(`${service.apiUrl}/invoice/${of.id}/events?v=1`, { signal: abort.signal });
  let text = '';
  for await (const part of stream.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(part).toString();
    if (text.includes('\n\n')) break;
  }
  abort.abort();
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] as string).transactions.map((one: Json) => one.id);
}

const listOf = async (of: Json): Promise<string[]> =>
  (await ok<Json[]>(anyone.get('/transactions', { query: { invoice_id: of.id } }))).map((one) => one.id);

test('S7-anonymous-attempts: after 51 anonymous attempts every view shows the paid one first', async () => {
  const owed = await invoice('1000.00');
  const paid = await paidInPart(owed);
  const expected = [paid, ...(await emptyAttempts(owed, 51)).reverse()];
  assert.deepEqual(await listOf(owed), expected);
  assert.deepEqual(await pageOf(owed), expected.slice(0, 21), 'the paid one, and the newest twenty without money');
  const found: string[] = [];
  let query: Record<string, string | number> = { invoice_id: owed.id, limit: 1 };
  for (let pages = 0; pages <= expected.length; pages += 1) {
    const { headers, body } = await anyone.get<Json[]>('/transactions', { query });
    found.push(...body.map((one) => one.id));
    const next = /<([^<>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    if (next === undefined) break;
    query = { invoice_id: owed.id, limit: 30, cursor: new URL(next).searchParams.get('cursor') as string };
  }
  assert.deepEqual(found, expected);
});

test('W35-attempts-in-a-row: an invoice takes 100 unpaid attempts, and 100 more after one is paid', async () => {
  const owed = await invoice('1001.00');
  const first = await paidInPart(owed);
  const waiting = (await ok<Json>(anyone.post('/transaction', wish(owed)))).id;
  await emptyAttempts(owed, 99);
  const key = { headers: { 'idempotency-key': randomUUID() } };
  const last = wish(owed);
  const refused = await anyone.post<Json>('/transaction', last, key);
  assert.deepEqual([refused.status, refused.body.code], [409, 'too_many_transactions']);
  assert.match(refused.body.detail, /100/);
  const again = await anyone.post<Json>('/transaction', last, key);
  assert.deepEqual([again.body, again.headers.get('idempotency-replayed')], [refused.body, 'true']);
  assert.ok((await pageOf(owed)).includes(waiting), 'the one that waits is shown, however many came after it');

  await paidInPart(owed, waiting);
  const next = await emptyAttempts(owed, 1);
  assert.deepEqual((await pageOf(owed)).slice(0, 3), [waiting, first, ...next]);
});

/** How often the service has read an invoice for its streams. */
async function snapshotReads(): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^quittance_invoice_snapshots_total (\d+)$/m.exec(text)?.[1]);
}

test('T2-many-readers: 200 readers of an invoice cost one read per change, at most 20 per address', async () => {
  const watched = await invoice('1002.00');
  // Twenty addresses of customers in each of ten IPv6 networks.
  const addresses = Array.from(
    { length: 200 },
    (_, place) => `2001:db8:0:${place % 10}::${1 + Math.floor(place / 10)}`,
  );
  const streams = await openStreams(service, watched.id, addresses);
  assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]));
  const [refused] = await openStreams(service, watched.id, ['2001:db8::ffff']);
  assert.deepEqual([refused?.status, refused?.headers['retry-after']], [503, '15']);
  const elsewhere = await openStreams(service, watched.id, ['2001:db8:0:a::1']);
  assert.equal(elsewhere[0]?.status, 200);

  const before = await snapshotReads();
  const changes = 20;
  const made = await emptyAttempts(watched, changes / 2);
  await until(
    () => streams.every(({ newest }) => isOver(newest()?.transactions, made)),
    () => `all to see the last; ${streams.filter(({ newest }) => isOver(newest()?.transactions, made)).length} do`,
  );
  const reads = (await snapshotReads()) - before;
  assert.ok(reads > 0 && reads <= changes + 1, `${reads} reads for ${changes} changes`);

  for (const { close } of [...streams, ...elsewhere]) close();
  await until(async () => {
    const [again] = await openStreams(service, watched.id, ['2001:db8::ffff']);
    again?.close();
    return again?.status === 200;
  }, 'the places of those who left to be free');
});

/** Whether exactly these transactions are shown, and each is canceled. */
function isOver(shown: readonly Json[] | undefined, ids: readonly string[]): boolean {
  return shown?.length === ids.length && shown.every((one) => one.status === 'canceled' && ids.includes(one.id));
}

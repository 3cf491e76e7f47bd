// A repeated request has no second effect: repeats, races, crashes and other nodes, against the real service.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Answer, type CallOptions, type Json, ok, until } from '../rig/client.ts';
import { type ApiRig, startApiRig, unwatchedNetworks } from '../rig/interface/api-rig.ts';
import type { Merchant } from '../rig/merchant.ts';
import { startService } from '../rig/service.ts';

let rig: ApiRig;
let merchant: Merchant;
let other: Merchant;

before(async () => {
  rig = await startApiRig({ killed: true });
  merchant = await rig.merchant({
    accepts: [['ETH', 'local']],
    receives: [{ network: 'local', kind: 'address', value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  });
  other = await rig.merchant();
});
after(() => rig?.stop());

const keyed = (key: string): CallOptions => ({ headers: { 'idempotency-key': key } });
const order = { total: '10.00', currency: 'USD' };
const isReplay = (answer: Answer) => answer.headers.get('idempotency-replayed') === 'true';

async function count(appId: string): Promise<number> {
  const rows = await rig.database.db.query<{ count: string }>('select count(*) from invoices where app_id = $1', [
    appId,
  ]);
  return Number(rows[0]?.count);
}

function assertReplay(first: Answer, again: Answer): void {
  assert.ok(!isReplay(first) && isReplay(again));
  assert.deepEqual([again.status, again.body], [first.status, first.body]);
}

test('a key is a UUIDv4 and nothing else', async () => {
  for (const key of [
    '',
    'order-1',
    '01890a5d-ac96-774b-bcce-b302099a8057',
    randomUUID().slice(1),
    `${randomUUID()}0`,
  ]) {
    const answer = await merchant.appApi.post<Json>('/invoice', order, keyed(key));
    assert.deepEqual([answer.status, answer.body.code], [400, 'idempotency_key_invalid'], key);
  }
});

test('a repeated POST answers the same status and body, and nothing happens twice', async () => {
  const key = randomUUID();
  const before = await count(merchant.app.id);
  const first = await merchant.appApi.post<Json>('/invoice', order, keyed(key));
  assert.equal(first.status, 201);
  const reordered = { currency: order.currency, total: order.total };
  assertReplay(first, await merchant.appApi.post('/invoice', reordered, keyed(key.toUpperCase())));
  assert.equal(await count(merchant.app.id), before + 1);
  const events = await ok<Json>(merchant.appApi.get('/events'));
  assert.equal(events.filter((event: Json) => event.data.id === first.body.id).length, 1);
});

test('a repeated PUT answers the same, even when the object has moved on since', async () => {
  const key = randomUUID();
  const first = await merchant.api.put<Json>(`/app/${merchant.app.id}`, { name: 'First' }, keyed(key));
  await ok(merchant.api.put(`/app/${merchant.app.id}`, { name: 'Second' }));
  assertReplay(first, await merchant.api.put(`/app/${merchant.app.id}`, { name: 'First' }, keyed(key)));
  assert.equal((await ok<Json>(merchant.api.get(`/app/${merchant.app.id}`))).name, 'Second');
});

test('a repeated DELETE answers the same, where without a key it would be a 404', async () => {
  const webhook = await ok<Json>(merchant.appApi.post('/webhook', { url: 'https://shop.example/hook' }));
  const key = randomUUID();
  const first = await merchant.appApi.delete<Json>(`/webhook/${webhook.id}`, keyed(key));
  assert.equal(first.status, 200);
  assertReplay(first, await merchant.appApi.delete(`/webhook/${webhook.id}`, keyed(key)));
  assert.equal((await merchant.appApi.delete(`/webhook/${webhook.id}`)).status, 404);
});

test('F9-same-key: the key is refused for another body or path, and is another key for another operation', async () => {
  const key = randomUUID();
  await ok(merchant.appApi.post('/invoice', order, keyed(key)));
  const other = await merchant.appApi.post<Json>('/invoice', { ...order, total: '10.01' }, keyed(key));
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused']);
  const [one, two] = [
    await ok<Json>(merchant.appApi.post('/invoice', order)),
    await ok<Json>(merchant.appApi.post('/invoice', order)),
  ];
  assert.equal((await merchant.appApi.delete(`/invoice/${one.id}`, keyed(key))).status, 200);
  const elsewhere = await merchant.appApi.delete<Json>(`/invoice/${two.id}`, keyed(key));
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [422, 'idempotency_key_reused']);
  assert.equal((await ok<Json>(merchant.appApi.get(`/invoice/${two.id}`))).status, 'open');
});

test('F9-another-caller: another caller’s key is another key', async () => {
  const key = randomUUID();
  const mine = await merchant.appApi.post<Json>('/invoice', order, keyed(key));
  const theirs = await other.appApi.post<Json>('/invoice', { ...order, total: '99.00' }, keyed(key));
  assert.deepEqual([theirs.status, isReplay(theirs), theirs.body.total], [201, false, '99.00']);
  assert.notEqual(mine.body.id, theirs.body.id);
  const person = await merchant.api.post<Json>('/invoice', { ...order, app_id: merchant.app.id }, keyed(key));
  assert.deepEqual([person.status, isReplay(person)], [201, false]);
});

test('a customer without a token may repeat too, and starts one attempt', async () => {
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', order));
  const from = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
  const wish = { invoice_id: invoice.id, from, cryptocurrency: 'ETH', network: 'local' };
  const anyone = merchant.api.as(null);
  const key = randomUUID();
  const first = await anyone.post<Json>('/transaction', wish, keyed(key));
  assert.equal(first.status, 201);
  assertReplay(first, await anyone.post('/transaction', wish, keyed(key)));
  const again = await anyone.delete<Json>(`/transaction/${first.body.id}`, keyed(key));
  assertReplay(again, await anyone.delete(`/transaction/${first.body.id}`, keyed(key)));
  assert.equal((await ok<Json>(anyone.get('/transactions', { query: { invoice_id: invoice.id } }))).length, 1);
});

test('what the operation itself refused stays refused, word for word; an answer of 5xx is asked anew', async () => {
  const key = randomUUID();
  const taken = {
    name: 'A',
    url: 'https://a.example',
    environment: 'development',
    slug: `slug-${randomUUID().slice(0, 8)}`,
  };
  const holder = await ok<Json>(other.api.post('/app', taken));
  const first = await merchant.api.post<Json>('/app', taken, keyed(key));
  assert.equal(first.status, 422);
  await ok(other.api.put(`/app/${holder.id}`, { slug: null }));
  assertReplay(first, await merchant.api.post('/app', taken, keyed(key)));

  // No rate is configured for ISK. The error is temporary, so it is not stored for repeats.
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', { total: '1000', currency: 'ISK' }));
  const from = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
  const wish = { invoice_id: invoice.id, from, cryptocurrency: 'ETH', network: 'local' };
  for (let tries = 0; tries < 2; tries++) {
    const answer = await merchant.api.as(null).post<Json>('/transaction', wish, keyed(key));
    assert.deepEqual([answer.status, answer.body.code, isReplay(answer)], [503, 'rate_unavailable', false]);
    assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
  }
});

test('every error repeats unchanged: of the form, the state, a scope, and the caller', async () => {
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', order));
  await ok(merchant.appApi.delete(`/invoice/${invoice.id}`));
  const anyone = merchant.api.as(null);
  const from = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
  const wish = { invoice_id: invoice.id, from, cryptocurrency: 'ETH', network: 'local' };
  const unknown = `/webhook/${randomUUID()}`;
  const timid = await rig.merchant({ scopes: ['apps:read', 'apps:write'] });
  const refusals: readonly [status: number, ask: (options: CallOptions) => Promise<Answer<Json>>][] = [
    [422, (options) => merchant.appApi.post('/invoice', { ...order, totl: '1' }, options)],
    [422, (options) => merchant.appApi.post('/invoice', { ...order, currency: 'XXQ' }, options)],
    [409, (options) => merchant.appApi.post(`/invoice/${invoice.id}/settle`, { reason: 'Late' }, options)],
    [404, (options) => merchant.appApi.delete(unknown, options)],
    [403, (options) => timid.api.put(`/app/${timid.app.id}`, { token: true }, options)],
    [409, (options) => anyone.post('/transaction', wish, options)],
    [422, (options) => anyone.post('/transaction', { ...wish, from: 'nowhere' }, options)],
    [422, (options) => anyone.post('/transaction', { ...wish, network: 1 }, options)],
  ];
  for (const [status, ask] of refusals) {
    const options = keyed(randomUUID());
    const first = await ask(options);
    assert.equal(first.status, status, JSON.stringify(first.body));
    assertReplay(first, await ask(options));
    assertReplay(first, await ask(options));
  }
});

test('callers without a token do not share keys: a key counts for the object that it names', async () => {
  const [one, two] = [
    await ok<Json>(merchant.appApi.post('/invoice', order)),
    await ok<Json>(merchant.appApi.post('/invoice', order)),
  ];
  const anyone = merchant.api.as(null);
  const wish = (invoice: Json, from: string) => ({
    invoice_id: invoice.id,
    from,
    cryptocurrency: 'ETH',
    network: 'local',
  });
  const [sender, another] = [
    '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  ];
  const options = keyed(randomUUID());
  const first = await anyone.post<Json>('/transaction', wish(one, sender), options);
  const other = await anyone.post<Json>('/transaction', wish(two, another), options);
  assert.deepEqual([first.status, other.status, other.body.invoice_id], [201, 201, two.id]);
  assert.ok(!isReplay(other));
  assertReplay(first, await anyone.post('/transaction', wish(one, sender), options));
  assertReplay(other, await anyone.post('/transaction', wish(two, another), options));
  const changed = await anyone.post<Json>('/transaction', wish(one, another), options);
  assert.deepEqual([changed.status, changed.body.code], [422, 'idempotency_key_reused']);
});

test('F8-one-key-at-once: of 100 requests at once one acts, the others get its answer or wait', async () => {
  const before = await count(merchant.app.id);
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => merchant.appApi.post<Json>('/invoice', order, keyed(key))),
  );
  assert.equal(await count(merchant.app.id), before + 1);
  const made = answers.filter((answer) => answer.status === 201);
  assert.equal(made.filter((answer) => !isReplay(answer)).length, 1);
  for (const answer of answers) {
    if (answer.status === 201) assert.deepEqual(answer.body, made[0]?.body);
    else {
      assert.deepEqual([answer.status, answer.body.code], [409, 'request_in_progress']);
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
    }
  }
});

test('another node on the same database answers the repeat', async () => {
  const node = await startService({
    databaseUrl: rig.database.url,
    roles: 'api',
    config: unwatchedNetworks,
    dataDir: rig.service.dataDir,
  });
  try {
    const key = randomUUID();
    const first = await merchant.appApi.post<Json>('/invoice', order, keyed(key));
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${merchant.app.token}`,
      'idempotency-key': key,
    };
    const response = await fetch(`${node.apiUrl}/invoice?v=1`, {
      method: 'POST',
      headers,
      body: JSON.stringify(order),
    });
    assert.deepEqual([response.status, response.headers.get('idempotency-replayed')], [201, 'true']);
    assert.deepEqual(await response.json(), first.body);
  } finally {
    await node.stop();
  }
});

test('a kept answer is encrypted: its token and its customer are not in the table', async () => {
  const app = await ok<Json>(
    merchant.api.post(
      '/app',
      { name: 'Plain name', url: 'https://a.example', environment: 'development' },
      keyed(randomUUID()),
    ),
  );
  // Records without a stored body refer to the event that contains the response.
  const rows = await rig.database.db.query<{ row: string; body: Buffer }>(
    'select t::text as row, body_sealed as body from idempotency_records t where event_id is null',
  );
  assert.ok(rows.length > 0);
  for (const { row, body } of rows) {
    for (const secret of [app.token, 'Plain name', '10.00']) {
      assert.ok(!row.includes(secret) && !body.includes(secret));
    }
  }
});

test('F10-killed-in-the-midst: after a kill each request is done once or never; a repeat completes it', async () => {
  const shop = await rig.merchant();
  const keys = Array.from({ length: 150 }, () => randomUUID());
  let answered = 0;
  const storm = Promise.all(
    keys.map(async (key, index) => {
      await shop.appApi
        .post('/invoice', { ...order, metadata: { key, index: String(index) } }, keyed(key))
        .catch(() => null);
      answered += 1;
    }),
  );
  await until(() => answered > 10, 'the storm is on', { everyMs: 1 });
  await rig.service.kill('SIGKILL');
  await storm;
  await rig.service.restart();
  const repeat = (key: string, index: number): Promise<Json> =>
    until(async () => {
      const answer = await shop.appApi.post<Json>(
        '/invoice',
        { ...order, metadata: { key, index: String(index) } },
        keyed(key),
      );
      if (answer.status === 201) return answer.body;
      // The killed service's last session may hold its lock until the database notices. Right after a start, a
      // connection may also not be available in time.
      assert.ok(answer.status === 409 || answer.status === 503, `${answer.status}`);
      return null;
    }, 'the repeat to be answered with the invoice');
  const invoices = await Promise.all(keys.map(repeat));
  assert.deepEqual(
    invoices.map((invoice) => invoice.metadata.key),
    keys,
  );
  assert.equal(await count(shop.app.id), keys.length);
});

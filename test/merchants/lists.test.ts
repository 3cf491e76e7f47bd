// Lists: the filters, the counts, and every listed object as its owner reads it alone.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { type Client, type Json, ok } from '../rig/client.ts';
import { refusals, startApiRig, unwatchedNetworks } from '../rig/interface/api-rig.ts';
import type { Merchant } from '../rig/merchant.ts';
import { newAddress } from '../rig/stage.ts';

const { local } = unwatchedNetworks.networks;
const token = { symbol: 'USDT', name: 'Tether USD', contract: `0x${'7'.repeat(40)}`, decimals: 6, stable: true };
const rig = await startApiRig({
  config: {
    networks: { ...unwatchedNetworks.networks, local: { ...local, tokens: [token] } },
    rates: { sources: [], fixed: { ETH: { USD: '2000', JPY: '300000' }, USDT: { USD: '1', JPY: '150' } } },
  },
});
after(() => rig.stop());
const home = newAddress();
const shop = await rig.merchant({
  accepts: [
    ['ETH', 'local'],
    ['USDT', 'local'],
  ],
  receives: [{ network: 'local', kind: 'address', value: home }],
});
const stranger = await rig.merchant();
const { app } = shop;

/** The invoices of the test by their references. */
const ids = new Map<string, string>();

async function invoice(name: string, more: object): Promise<Json> {
  const made = await ok<Json>(
    shop.appApi.post('/invoice', { total: '10.00', currency: 'USD', order: { reference: name }, ...more }),
  );
  ids.set(name, made.id);
  return made;
}

const payer = newAddress();
await invoice('A-1', { total: '10.00', metadata: { kind: 'book', shelf: '7' } });
await invoice('A-2', { total: '99.99', customer: { email: 'Ada@Shop.example', name: 'Ada' } });
await invoice('B_1', { total: '1500', currency: 'JPY', metadata: { kind: 'film' } });
const middle = new Date().toISOString();
await invoice('B%2', { total: '250.00', metadata: { kind: 'book' } });
const attempt = await pay('A-2', 'ETH', payer, 'paid');
await pay('B_1', 'USDT', newAddress(), 'underpaid');
await ok(shop.appApi.delete(`/invoice/${ids.get('B%2')}`));

async function pay(name: string, cryptocurrency: string, from: string, how: string): Promise<Json> {
  const body = { invoice_id: ids.get(name), from, cryptocurrency, network: 'local' };
  const made = await ok<Json>(shop.appApi.post('/transaction', body));
  await ok(shop.appApi.post(`/sandbox/transaction/${made.id}/simulate`, { case: how }));
  return ok(shop.appApi.get(`/transaction/${made.id}`));
}

async function found(path: string, query: string, api: Client = shop.appApi): Promise<string[]> {
  const answer = await ok<Json[]>(api.get(`${path}?${query}`));
  return answer.map((one) => one.order?.reference ?? one.reference ?? one.id).sort();
}

test('each filter of invoices finds exactly the matches, and several filters combine', async () => {
  for (const [query, ...expected] of [
    ['', 'A-1', 'A-2', 'B%2', 'B_1'],
    ['status=open', 'A-1'],
    ['status=open&status=paid', 'A-1', 'A-2'],
    ['status=paid&status=partially_paid&status=canceled', 'A-2', 'B%2', 'B_1'],
    [`created_after=${middle}`, 'B%2'],
    [`created_before=${middle}`, 'A-1', 'A-2', 'B_1'],
    ['currency=jpy', 'B_1'],
    ['currency=EUR'],
    ['cryptocurrency=eth', 'A-2'],
    ['cryptocurrency=USDT&network=LOCAL', 'B_1'],
    ['network=local', 'A-2', 'B_1'],
    ['network=real'],
    ['total_min=99.99', 'A-2', 'B%2', 'B_1'],
    ['total_max=100', 'A-1', 'A-2'],
    ['total_min=10.001&total_max=99.989'],
    ['total_min=20&currency=USD', 'A-2', 'B%2'],
    ['metadata[kind]=book', 'A-1', 'B%2'],
    ['metadata[kind]=book&metadata[shelf]=7', 'A-1'],
    ['metadata[kind]=boo'],
    ['metadata[kind]=book&status=canceled', 'B%2'],
    ['reference=A-1', 'A-1'],
    ['q=A-', 'A-1', 'A-2'],
    ['q=B_', 'B_1'],
    ['q=B%25', 'B%2'],
    ['q=ada@SHOP.example', 'A-2'],
    ['q=ada', 'A-2'],
    ['q=A-&status=open', 'A-1'],
    ['q=A-&cryptocurrency=ETH', 'A-2'],
    [`q=${ids.get('B_1')}`, 'B_1'],
    [`q=${attempt.id}`, 'A-2'],
    [`q=${attempt.hash}`, 'A-2'],
    [`q=${attempt.hash.slice(2).toUpperCase()}`, 'A-2'],
    [`q=${home}`, 'A-2', 'B_1'],
    [`q=${payer.toLowerCase()}`, 'A-2'],
    [`q=${newAddress()}`],
    ['q=nothing'],
  ] as [string, ...string[]][]) {
    assert.deepEqual(await found('/invoices', query), expected, query);
  }
});

test('payments are the transactions of all invoices, and name their order', async () => {
  for (const [query, ...expected] of [
    ['', 'A-2', 'B_1'],
    ['status=success', 'A-2', 'B_1'],
    ['status=processing&status=rejected'],
    ['cryptocurrency=USDT', 'B_1'],
    ['network=real'],
    ['currency=jpy', 'B_1'],
    ['currency=EUR'],
    ['currency=USD&q=A-', 'A-2'],
    ['total_max=99.99', 'A-2'],
    ['total_min=100000'],
    ['metadata[kind]=film', 'B_1'],
    ['metadata[kind]=book'],
    [`created_before=${middle}`],
    ['q=A-', 'A-2'],
    ['q=ada@shop.example', 'A-2'],
    [`q=${ids.get('B_1')}`, 'B_1'],
    [`q=${attempt.id}`, 'A-2'],
    [`q=${attempt.hash}`, 'A-2'],
    [`q=${home}`, 'A-2', 'B_1'],
    [`q=${payer}&status=canceled`],
  ] as [string, ...string[]][]) {
    assert.deepEqual(await found('/payments', query), expected, query);
  }
  const [newest, first] = await ok<Json[]>(shop.appApi.get('/payments'));
  const { app_id, invoice_id, currency, credited, hash } = first;
  assert.deepEqual(
    { app_id, invoice_id, currency, credited, hash },
    { app_id: app.id, invoice_id: ids.get('A-2'), currency: 'USD', credited: '99.99', hash: attempt.hash },
  );
  assert.equal(newest.currency, 'JPY');
});

test('quotes without a payment are left out on request, also while they are open', async () => {
  const body = { invoice_id: ids.get('A-1'), from: newAddress(), cryptocurrency: 'USDT', network: 'local' };
  const quote = await ok<Json>(shop.appApi.post('/transaction', body));
  const counts = async () => (await shop.appApi.get('/payments?counts=true&with_money=true')).headers.get('x-counts');
  for (const [query, ...expected] of [
    ['with_money=false', 'A-1', 'A-2', 'B_1'],
    ['with_money=true', 'A-2', 'B_1'],
    ['with_money=true&status=processing'],
    ['with_money=true&q=A-', 'A-2'],
    ['with_money=true&status=canceled'],
  ] as [string, ...string[]][]) {
    assert.deepEqual(await found('/payments', query), expected, query);
  }
  assert.equal(await counts(), 'processing=0, success=2, canceled=0, rejected=0');
  await ok(shop.appApi.delete(`/transaction/${quote.id}`));
  assert.deepEqual(await found('/payments', 'status=canceled'), ['A-1']);
  assert.deepEqual(await found('/payments', 'with_money=true&status=canceled&status=success'), ['A-2', 'B_1']);
  assert.equal(await counts(), 'processing=0, success=2, canceled=0, rejected=0');
});

test('pages of a filtered list follow each other, and have every object once', async () => {
  for (const path of ['/invoices?status=open&status=paid&status=canceled', '/payments?network=local']) {
    const all = (await ok<Json[]>(shop.appApi.get(path))).map(({ id }) => id);
    const paged: string[] = [];
    let next: string | null = path;
    for (let pages = 0; next !== null && pages <= all.length; pages += 1) {
      const answer: { headers: Headers; body: Json[] } = await shop.appApi.get<Json[]>(next, { query: { limit: 1 } });
      paged.push(...answer.body.map(({ id }) => id));
      const url = /<([^>]*)>/.exec(answer.headers.get('link') ?? '')?.[1];
      next = url === undefined ? null : url.slice(rig.service.apiUrl.length);
    }
    assert.deepEqual(paged, all, path);
    assert.ok(all.length > 1);
  }
});

test('counts by status are returned on request, for all matches of the other filters', async () => {
  const counts = async (path: string) => (await shop.appApi.get(path)).headers.get('x-counts');
  const paid = 'open=0, partially_paid=0, paid=1, expired=0, canceled=0';
  assert.equal(await counts('/invoices'), null);
  assert.equal(
    await counts('/invoices?counts=true&status=open'),
    'open=1, partially_paid=1, paid=1, expired=0, canceled=1',
  );
  assert.equal(await counts('/invoices?counts=true&cryptocurrency=ETH'), paid);
  assert.equal(await counts('/invoices?counts=true&q=ada'), paid);
  assert.equal(
    await counts('/payments?counts=true&status=rejected'),
    'processing=0, success=2, canceled=1, rejected=0',
  );
  assert.equal(await counts('/unmatched-payments?counts=true'), 'waiting=0, assigned=0, dismissed=0, withdrawn=0');
});

test('an unknown filter or value is refused with a suggestion', async () => {
  for (const [path, refused, hint] of [
    ['/invoices?statuss=open', 'statuss unknown_field', 'did you mean status?'],
    ['/payments?curency=USD', 'curency unknown_field', 'did you mean currency?'],
    ['/invoices?status=payed', 'status not_allowed', null],
    ['/invoices?currency=XXX', 'currency unknown_currency', null],
    ['/invoices?cryptocurrency=ETHH', 'cryptocurrency unknown_cryptocurrency', 'did you mean ETH?'],
    ['/payments?network=locl', 'network unknown_network', 'did you mean local?'],
    ['/invoices?total_min=1e3', 'total_min invalid_format', null],
    ['/invoices?created_after=yesterday', 'created_after invalid_format', null],
    ['/invoices?metadata=book', 'metadata invalid_type', null],
    ['/invoices?metadata%5Ba%00%5D=book', 'metadata[a\u0000] invalid_characters', null],
    ['/invoices?q=%20', 'q too_short', null],
  ] as const) {
    const answer = await shop.appApi.get<Json>(path);
    assert.equal(answer.status, 422, path);
    assert.ok(refusals(answer).includes(refused), `${path}: ${refusals(answer)}`);
    if (hint !== null) assert.match(JSON.stringify(answer.body), new RegExp(hint.replace('?', '\\?')));
  }
});

test('a user who names no app sees all their apps, and a token sees only its apps', async () => {
  const second = await ok<Json>(
    shop.api.post('/app', { name: 'Second', url: 'https://shop.example', environment: 'development' }),
  );
  const body = { app_id: second.id, total: '5.00', currency: 'USD', order: { reference: 'C-1' } };
  const made = await ok<Json>(shop.api.post('/invoice', body));
  assert.deepEqual(await found('/invoices', 'status=open&status=paid', shop.api), ['A-1', 'A-2', 'C-1']);
  assert.deepEqual(await found('/invoices', 'status=open', shop.api), ['A-1', 'C-1']);
  assert.deepEqual(await found('/invoices', 'q=C-1', shop.api), ['C-1']);
  assert.deepEqual(await found('/invoices', `app_id=${second.id}`, shop.api), ['C-1']);
  assert.deepEqual(await found('/invoices', `q=${made.id}`), []);
  assert.deepEqual(await found('/payments', '', shop.api), ['A-1', 'A-2', 'B_1']);
  const types = await ok<Json[]>(shop.api.get('/events?type=invoice.created'));
  assert.equal(types.length, 5);
  const others = ['/invoices', '/payments', '/unmatched-payments', '/events', '/webhooks', '/app-addresses'];
  for (const path of others) {
    assert.deepEqual(await found(path, '', stranger.api), [], path);
    assert.equal((await stranger.api.get(path, { query: { app_id: app.id } })).status, 404, path);
  }
  for (const query of [`q=${attempt.hash}`, `q=${home}`, `q=${payer}`, `q=${ids.get('A-2')}`, 'q=A-']) {
    assert.deepEqual(await found('/invoices', query, stranger.api), [], query);
    assert.deepEqual(await found('/payments', query, stranger.api), [], query);
  }
});

test('unmatched payments are found by coin, network, hash, address and status', async () => {
  const waiting = await invoice('D-1', {});
  await pay('D-1', 'ETH', newAddress(), 'wrong_asset');
  const [one] = await ok<Json[]>(shop.appApi.get('/unmatched-payments'));
  for (const [query, count] of [
    ['status=waiting&status=dismissed', 1],
    ['status=dismissed', 0],
    [`cryptocurrency=${one.cryptocurrency}`, 1],
    ['network=real', 0],
    [`q=${one.hash}`, 1],
    [`q=${home}`, 1],
    [`q=${one.from}`, 1],
    [`q=${one.id}&network=local`, 1],
    [`q=${waiting.id}`, 0],
    [`created_before=${middle}`, 0],
  ] as const) {
    assert.equal((await found('/unmatched-payments', query)).length, count, query);
  }
  assert.deepEqual(await found('/unmatched-payments', `q=${one.hash}`, stranger.api), []);
});

test('deliveries are found by status and time, entries of the audit log by action, id and time', async () => {
  const webhook = await ok<Json>(shop.appApi.post('/webhook', { url: 'https://shop.example/hook' }));
  const made = await ok<Json>(shop.appApi.post(`/webhook/${webhook.id}/test`));
  const path = `/webhook/${webhook.id}/deliveries`;
  assert.deepEqual(await found(path, 'status=pending&status=exhausted'), [made.id]);
  assert.deepEqual(await found(path, 'status=delivered'), []);
  assert.deepEqual(await found(path, `created_before=${middle}`), []);
  const entries = await ok<Json[]>(shop.api.get('/audit-log?action=app.created&action=webhook.created'));
  assert.deepEqual([...new Set(entries.map(({ action }) => action))].sort(), ['app.created', 'webhook.created']);
  const ofApp = await ok<Json[]>(shop.api.get(`/audit-log?q=${app.id}&action=app.created`));
  assert.deepEqual(
    ofApp.map(({ subject_id }) => subject_id),
    [app.id],
  );
});

test('every listed object can be read by its id, equal to the list, and only by its owner', async () => {
  const webhooks = await ok<Json[]>(shop.api.get('/webhooks'));
  for (const [list, one] of [
    ['/webhooks', '/webhook'],
    [`/webhook/${webhooks[0].id}/deliveries`, '/webhook-delivery'],
    ['/events', '/event'],
    ['/unmatched-payments', '/unmatched-payment'],
    ['/app-addresses', '/app-address'],
    ['/personal-access-tokens', '/personal-access-token'],
    ['/audit-log', '/audit-log'],
  ] as const) {
    const [listed] = await ok<Json[]>(shop.api.get(list));
    assert.ok(listed, list);
    const alone = await ok<Json>(shop.api.get(`${one}/${listed.id}`));
    // The request itself uses the token and changes its last use.
    assert.deepEqual({ ...alone, last_used_at: null }, { ...listed, last_used_at: null }, one);
    await isNobodyElses(one, listed.id, stranger);
  }
  const [accepted] = await ok<Json[]>(shop.api.get('/app-cryptocurrencies', { query: { app_id: app.id } }));
  assert.deepEqual(await ok(shop.api.get(`/app-cryptocurrency/${accepted.id}`)), accepted);
  const [network] = await ok<Json[]>(shop.api.get('/networks'));
  assert.deepEqual(await ok(shop.api.as(null).get(`/network/${network.symbol.toUpperCase()}`)), network);
  assert.equal((await shop.api.get('/network/nowhere')).status, 404);
});

async function isNobodyElses(one: string, id: string, other: Merchant): Promise<void> {
  for (const [api, asked] of [
    [other.api, id],
    [shop.api, randomUUID()],
    [shop.api, 'no-id'],
  ] as const) {
    assert.equal((await api.get(`${one}/${asked}`)).status, 404, `${one}/${asked}`);
  }
}

test('what is looked for is found through an index: no search reads a whole table', async () => {
  const { db } = rig.database;
  await db.query('analyze');
  for (const [what, condition, values] of [
    ['reference', 'app_id = $1 and reference like $2', [app.id, 'A-%']],
    [
      'e-mail',
      `app_id = $1 and customer ->> 'email' is not null and lower(customer ->> 'email') like $2`,
      [app.id, 'a%'],
    ],
    ['metadata', `metadata <> '{}' and metadata @> $1::jsonb`, ['{"kind":"book"}']],
    ['total', 'app_id = $1 and currency = $2 and total >= 100000', [app.id, 'USD']],
  ] as [string, string, unknown[]][]) {
    assert.doesNotMatch(await planOf(`select id from invoices where ${condition}`, values), /Seq Scan/, what);
  }
  for (const condition of ['hash = $2 and hash is not null', 'sender = $2 and hash is not null']) {
    const plan = await planOf(`select id from transactions where app_id = $1 and ${condition}`, [app.id, '0x1']);
    assert.doesNotMatch(plan, /Seq Scan/, condition);
  }
});

/** The plan without sequential scans, as for a large table. */
async function planOf(text: string, values: readonly unknown[]): Promise<string> {
  return rig.database.db.atomically(async (trx) => {
    await trx.query('set local enable_seqscan = off');
    const rows = await trx.query<Record<string, string>>(`explain ${text}`, values);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  });
}

// Responses follow the conventions of the API: errors, visibility, methods, lists, times and ids.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { signChanged } from '../rig/access/signed-rows.ts';
import { type Json, ok } from '../rig/client.ts';
import { type ApiRig, startApiRig } from '../rig/interface/api-rig.ts';
import type { Merchant } from '../rig/merchant.ts';

let rig: ApiRig;
let merchant: Merchant;
let other: Merchant;

before(async () => {
  rig = await startApiRig({ env: { CORS_ORIGINS: 'https://console.example' } });
  merchant = await rig.merchant({
    accepts: [['ETH', 'local']],
    receives: [{ network: 'local', kind: 'address', value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  });
  other = await rig.merchant();
});
after(() => rig?.stop());

const newInvoice = (fields: object = {}) =>
  ok<Json>(merchant.appApi.post('/invoice', { total: '10.00', currency: 'USD', ...fields }));
const hit = (path: string, init: RequestInit = {}) => fetch(`${rig.service.url}${path}`, init);
const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('a problem has the members of RFC 9457 and a page about itself, and no stack trace', async () => {
  const answer = await merchant.api.get<Json>(`/invoice/${randomUUID()}`);
  const { type, title, status, detail, code, request_id, ...rest } = answer.body;
  assert.deepEqual([status, code, rest], [404, 'not_found', {}]);
  assert.equal(request_id, answer.headers.get('x-request-id'));
  assert.ok(title.length > 0 && detail.length > 0);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  const page = await fetch(type);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /not_found/);
  assert.doesNotMatch(JSON.stringify(answer.body), /node_modules|\.ts:|at \w+ \(/);
});

test('a problem is problem+json where that is asked for', async () => {
  const headers = { accept: 'application/problem+json' };
  for (const path of [`/invoice/${randomUUID()}`, '/nothing-here']) {
    const answer = await merchant.api.get<Json>(path, { headers });
    assert.equal(answer.headers.get('content-type'), 'application/problem+json');
    assert.equal(answer.body.status, 404);
  }
});

test('W38-request-id: every answer carries a request id of ours, never the caller’s', async () => {
  const seen = new Set<string>();
  for (const path of [
    '/healthz',
    '/readyz',
    '/api/networks?v=1',
    '/api/networks',
    '/api/nothing',
    '/nothing',
    '/api/app?v=1',
  ]) {
    const response = await hit(path, { headers: { 'x-request-id': 'mine' } });
    const id = response.headers.get('x-request-id') ?? '';
    assert.match(id, /^[0-9a-f-]{36}$/, path);
    assert.ok(!seen.has(id));
    seen.add(id);
    await response.arrayBuffer();
  }
});

test('without a token, or with one that is none, an operation asks for one', async () => {
  const none = await merchant.api.as(null).get<Json>('/app');
  assert.deepEqual([none.status, none.body.code], [401, 'not_authenticated']);
  assert.equal(none.headers.get('www-authenticate'), 'Bearer realm="quittance"');
  const mangled = `${merchant.personalToken.slice(0, -1)}${merchant.personalToken.endsWith('0') ? '1' : '0'}`;
  for (const authorization of [
    'Bearer rubbish',
    'Bearer ',
    'Basic YTpi',
    `Bearer ${mangled}`,
    'Bearer qpat_',
    merchant.personalToken,
  ]) {
    const answer = await merchant.api.as(null).get<Json>('/app', { headers: { authorization } });
    assert.deepEqual([answer.status, answer.body.code], [401, 'invalid_token'], authorization);
    assert.match(answer.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
  }
  assert.match(none.body.detail, /personal access token with apps:read.*Authorization: Bearer/);
  const basic = await merchant.api.as(null).get<Json>('/app', { headers: { authorization: 'Basic YTpi' } });
  assert.match(basic.body.detail, /^Basic was sent, and Bearer is expected\./);
  const open = await merchant.api.as('rubbish').get('/networks');
  assert.equal(open.status, 401, 'a wrong token is told of even where none is needed');
});

test('an expired token, a revoked one and that of an archived app stop at once', async () => {
  const person = await rig.merchant();
  const { db } = rig.database;
  assert.equal((await person.appApi.get('/invoices')).status, 200);
  await db.query('update apps set archived_at = now() where id = $1', [person.app.id]);
  await signChanged({ db, service: rig.service });
  assert.equal((await person.appApi.get('/invoices')).status, 401);
  const owner = 'user_id = (select owner_id from apps where id = $1)';
  const moveEnd = (by: string) =>
    db.query(`update personal_access_tokens set expires_at = expires_at + interval '${by}' where ${owner}`, [
      person.app.id,
    ]);
  await moveEnd('-9600 hours');
  assert.equal((await person.api.get('/app')).status, 401);
  // Restores the signed value.
  await moveEnd('9600 hours');
  assert.equal((await person.api.get('/app')).status, 200);
  await db.query(`delete from personal_access_tokens where ${owner}`, [person.app.id]);
  assert.equal((await person.api.get('/app')).status, 401);
});

test('a token without the scope is told which one it lacks; a method that is not accepted is forbidden', async () => {
  const reader = await rig.merchant({ scopes: ['apps:read', 'apps:write'] });
  const answer = await reader.api.get<Json>('/invoices', { query: { app_id: reader.app.id } });
  assert.deepEqual([answer.status, answer.body.code], [403, 'insufficient_scope']);
  assert.match(answer.body.detail, /invoices:read/);
  assert.match(answer.headers.get('www-authenticate') ?? '', /error="insufficient_scope", scope="invoices:read"/);
  const app = await merchant.appApi.get<Json>('/app');
  assert.deepEqual([app.status, app.body.code], [403, 'forbidden']);
  assert.match(
    app.body.detail,
    /^An app token cannot call this operation\. It needs a personal access token with apps:read/,
  );
});

test("what is another's and what does not exist are the same answer", async () => {
  const invoice = await newInvoice();
  const [address] = await ok<Json>(merchant.api.get('/app-addresses', { query: { app_id: merchant.app.id } }));
  const [accepted] = await ok<Json>(merchant.api.get('/app-cryptocurrencies', { query: { app_id: merchant.app.id } }));
  const asks = (ids: { app: string; invoice: string; address: string; accepted: string }) => [
    other.api.put<Json>(`/app/${ids.app}`, { name: 'Mine' }),
    other.api.get<Json>('/invoices', { query: { app_id: ids.app } }),
    other.api.post<Json>('/invoice', { app_id: ids.app, total: '1.00', currency: 'USD' }),
    other.api.put<Json>(`/invoice/${ids.invoice}`, { metadata: {} }),
    other.api.delete<Json>(`/invoice/${ids.invoice}`),
    other.api.post<Json>(`/invoice/${ids.invoice}/settle`, { reason: 'why not' }),
    other.api.get<Json>('/app-addresses', { query: { app_id: ids.app } }),
    other.api.put<Json>(`/app-address/${ids.address}`, { enabled: false }),
    other.api.delete<Json>(`/app-address/${ids.address}`),
    other.api.put<Json>(`/app-cryptocurrency/${ids.accepted}`, {}),
    other.api.delete<Json>(`/app-cryptocurrency/${ids.accepted}`),
  ];
  const theirs = await Promise.all(
    asks({ app: merchant.app.id, invoice: invoice.id, address: address.id, accepted: accepted.id }),
  );
  const nobodys = await Promise.all(
    asks({ app: randomUUID(), invoice: randomUUID(), address: randomUUID(), accepted: randomUUID() }),
  );
  const shape = (answer: { status: number; body: Json }) => [answer.status, { ...answer.body, request_id: '' }];
  theirs.forEach((answer, index) => {
    assert.equal(answer.status, 404, JSON.stringify(answer.body));
    assert.deepEqual(shape(answer), shape(nobodys[index] as typeof answer));
  });
});

test('a customer who knows an invoice sees it without metadata and customer data', async () => {
  const invoice = await newInvoice({
    metadata: { secret: 'margin' },
    customer: { email: 'anna@example.com', name: 'Anna' },
  });
  for (const stranger of [merchant.api.as(null), other.api, other.appApi]) {
    const seen = await ok<Json>(stranger.get(`/invoice/${invoice.id}`));
    assert.deepEqual(['metadata' in seen, 'customer' in seen, seen.total], [false, false, '10.00']);
  }
  const own = await ok<Json>(merchant.appApi.get(`/invoice/${invoice.id}`));
  assert.deepEqual([own.metadata, own.customer.email], [{ secret: 'margin' }, 'anna@example.com']);
});

test('a method that a path does not have is a 405 that says which it has', async () => {
  for (const [method, path, allow] of [
    ['PATCH', '/app/x', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['GET', '/invoice', 'POST, OPTIONS'],
    ['HEAD', '/invoice', 'POST, OPTIONS'],
    ['POST', '/networks', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ['HEAD', `/invoice/${randomUUID()}/events`, 'GET, OPTIONS'],
  ] as const) {
    const response = await hit(`/api${path}?v=1`, { method });
    assert.equal(response.status, 405, `${method} ${path}`);
    assert.deepEqual(response.headers.get('allow')?.split(', ').sort(), allow.split(', ').sort());
    if (method !== 'HEAD') assert.equal(((await response.json()) as Json).code, 'method_not_allowed');
  }
});

test('an unknown path names the nearest operation, and a wrong method the possible ones', async () => {
  const detail = async (path: string, method = 'GET') =>
    ((await (await hit(path, { method })).json()) as Json).detail as string;
  assert.match(await detail('/api/apps?v=1'), /Did you mean GET \/app\?$/);
  assert.match(await detail('/api/webhook?v=1'), /^GET is not possible on \/webhook\. Use POST\.$/);
  const unknownId = await merchant.api.get<Json>(`/webhook/${randomUUID()}`);
  assert.doesNotMatch(unknownId.body.detail, /There is no operation/);
});

test('HEAD answers what GET would, without a body', async () => {
  const response = await hit('/api/networks?v=1', { method: 'HEAD' });
  assert.deepEqual([response.status, await response.text()], [200, '']);
  assert.equal((await hit('/api/app?v=1', { method: 'HEAD' })).status, 401);
});

test('any origin may call a public operation without credentials; the others only our own', async () => {
  const origin = { origin: 'https://shop.example' };
  const open = await hit('/api/networks?v=1', { headers: origin });
  assert.equal(open.headers.get('access-control-allow-origin'), '*');
  assert.equal(open.headers.get('access-control-allow-credentials'), null);
  const refused = await hit(`/api/invoice/${randomUUID()}?v=1`, { headers: origin });
  assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [404, '*']);
  const preflight = await hit('/api/transaction?v=1', {
    method: 'OPTIONS',
    headers: { ...origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  });
  assert.equal(preflight.status, 204);
  assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /POST/);
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /content-type.*idempotency-key/i);
  for (const closed of [
    await hit('/api/app?v=1', { headers: origin }),
    await hit('/api/app-address?v=1', { method: 'OPTIONS', headers: origin }),
  ]) {
    assert.equal(closed.headers.get('access-control-allow-origin'), null);
  }
});

test('a page calls with a token from the origins of the operator or a program, and never with a cookie', async () => {
  const [named, registered, stranger] = ['https://console.example', 'https://plugin.example', 'https://evil.example'];
  await rig.database.db.query(
    `insert into oauth2_clients (id, owner_id, client_id, name, application_type, token_endpoint_auth_method,
       id_token_signed_response_alg, redirect_uris, post_logout_redirect_uris, origins, created_at, updated_at)
     select gen_random_uuid(), id, 'plugin', 'Plugin', 'web', 'none', 'RS256', array[$1::text || '/callback'],
       array[]::text[], array[$1::text], now(), now() from users limit 1`,
    [registered],
  );
  const authorization = `Bearer ${merchant.app.token}`;
  for (const [origin, isKnown] of [
    [named, true],
    [registered, true],
    [stranger, false],
    ['null', false],
  ] as const) {
    const asked = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' };
    const preflight = await hit(`/api/webhook/${randomUUID()}?v=1`, {
      method: 'OPTIONS',
      headers: { origin, ...asked },
    });
    const read = await hit('/api/invoices?v=1', { headers: { origin, authorization } });
    const withCookie = await hit('/api/invoices?v=1', { headers: { origin, cookie: 'quittance_session=x' } });
    for (const answer of [preflight, read]) {
      assert.equal(answer.headers.get('access-control-allow-origin'), isKnown ? origin : null, origin);
      assert.match(answer.headers.get('vary') ?? '', /Origin/);
    }
    assert.equal(withCookie.headers.get('access-control-allow-origin'), null);
    for (const answer of [preflight, read, withCookie])
      assert.equal(answer.headers.get('access-control-allow-credentials'), null);
    if (!isKnown) continue;
    assert.match(
      preflight.headers.get('access-control-allow-headers') ?? '',
      /^authorization, content-type, idempotency-key$/,
    );
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /PUT/);
    assert.match(read.headers.get('access-control-expose-headers') ?? '', /link/);
  }
  for (const path of ['/api/personal-access-token', '/api/passkey'])
    assert.equal(
      (await hit(path, { method: 'OPTIONS', headers: { origin: named } })).headers.get('access-control-allow-origin'),
      null,
    );
});

test('a list of 120 is read to its end page by page: newest first, no gap, no repeat', async () => {
  const shop = await rig.merchant();
  const made: string[] = [];
  for (let i = 0; i < 120; i++) {
    made.push((await ok<Json>(shop.appApi.post('/invoice', { total: '1.00', currency: 'USD' }))).id);
  }
  const listed: Json[] = [];
  const sizes: number[] = [];
  for (let next: string | null = `${rig.service.apiUrl}/invoices?v=1`; next !== null; ) {
    const response: Response = await fetch(next, { headers: { authorization: `Bearer ${shop.app.token}` } });
    const page = (await response.json()) as Json[];
    listed.push(...page);
    sizes.push(page.length);
    next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
    // Items that are added between two requests do not shift the pages.
    if (next !== null) await ok(shop.appApi.post('/invoice', { total: '2.00', currency: 'USD' }));
  }
  assert.deepEqual(sizes, [50, 50, 20]);
  assert.equal(new Set(listed.map((one) => one.id)).size, 120);
  assert.deepEqual(listed.map((one) => one.id).sort(), made.sort());
  const times = listed.map((one) => one.created_at);
  assert.deepEqual(times, [...times].sort().reverse());
  const few = await shop.appApi.get<Json>('/invoices', { query: { limit: 3, status: 'open' } });
  assert.equal(few.body.length, 3);
  assert.match(few.headers.get('link') ?? '', /[?&]status=open/);
});

test('every time is RFC 3339 in UTC with milliseconds; invoice ids are UUID version 4, others 7', async () => {
  const invoice = await newInvoice();
  const transaction = await ok<Json>(
    merchant.api.as(null).post('/transaction', {
      invoice_id: invoice.id,
      from: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
      cryptocurrency: 'eth',
      network: 'LOCAL',
    }),
  );
  assert.match(invoice.id, uuidV4);
  for (const id of [merchant.app.id, transaction.id, transaction.cryptocurrency.id, transaction.network.id]) {
    assert.match(id, uuidV7);
  }
  const times = [merchant.app, invoice, transaction].flatMap((one) =>
    Object.entries(one).filter(([name, value]) => /_at$|^expire/.test(name) && value !== null),
  );
  assert.ok(times.length >= 8);
  for (const [name, value] of times) {
    assert.match(String(value), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, name);
  }
  assert.deepEqual([transaction.status, transaction.rate, transaction.amount], ['processing', '2000', '0.005']);
  assert.equal(typeof transaction.cryptocurrency.rates.USD, 'number');
});

test('a transaction takes only coins of the app, and an id that is no UUID is not found', async () => {
  const invoice = await newInvoice();
  const wish = {
    invoice_id: invoice.id,
    from: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    cryptocurrency: 'ETH',
    network: 'local',
  };
  const anyone = merchant.api.as(null);
  for (const [fields, field] of [
    [{ network: 'nowhere' }, 'network'],
    [{ cryptocurrency: 'DOGGO' }, 'cryptocurrency'],
    [{ network: 'real' }, 'cryptocurrency'],
    [{ from: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293Bc' }, 'from'],
    [{ from: `0x${'0'.repeat(40)}` }, 'from'],
    [{ invoice_id: 'none' }, 'invoice_id'],
    [{ amount: '1' }, 'amount'],
  ] as const) {
    const answer = await anyone.post<Json>('/transaction', { ...wish, ...fields });
    assert.deepEqual([answer.status, answer.body.errors?.[0].field], [422, field], JSON.stringify(answer.body));
  }
  for (const path of ['/transaction/none', `/transaction/${randomUUID()}`, '/invoice/none', '/app/no-such-slug']) {
    assert.equal((await anyone.get(path)).status, 404, path);
  }
  assert.equal((await anyone.post('/transaction', { ...wish, invoice_id: randomUUID() })).status, 404);
  assert.equal((await anyone.get('/transactions', { query: { invoice_id: randomUUID() } })).status, 404);
  assert.equal((await anyone.get('/transactions')).status, 422);
});

test('F24-database-away: without the database the answer is a 503 with Retry-After', async (t) => {
  const alone = await startApiRig();
  t.after(() => alone.stop());
  const { db } = rig.database;
  const name = new URL(alone.database.url).pathname.slice(1);
  const shop = await alone.merchant();
  await db.query(`alter database ${name} with allow_connections false`);
  await db.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  // The first request may use a session that is being terminated. The second cannot connect to the database.
  for (let tries = 0; tries < 2; tries++) {
    const away = await shop.api.get<Json>('/app');
    assert.deepEqual([away.status, away.body.code], [503, 'temporarily_unavailable']);
    assert.match(away.headers.get('retry-after') ?? '', /^\d+$/);
  }
  assert.equal((await fetch(`${alone.service.url}/readyz`)).status, 503);
  assert.equal((await fetch(`${alone.service.url}/healthz`)).status, 200);
  await db.query(`alter database ${name} with allow_connections true`);
  assert.equal((await shop.api.get('/app')).status, 200);
});

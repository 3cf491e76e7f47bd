// The audit log records who changed what and from where, with the values before and after, and contains no secret. The
// request log records the API calls of an app.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { mostInHour } from '../../src/core/request-log/call-bounds.ts';
import { leftOut } from '../../src/core/request-log/left-out.ts';
import { browserSession } from '../rig/browser/browser-session.ts';
import { type Answer, type Client, type Json, ok } from '../rig/client.ts';
import { quittance } from '../rig/service/command-line.ts';
import { openShop, type Shop } from '../rig/shop.ts';

let shop: Shop;
/** Calls with the app's present token. */
let appApi: Client;

before(async () => {
  shop = await openShop();
  appApi = shop.merchant.appApi;
});
after(() => shop?.close());

const log = (query: Record<string, string> = { app_id: shop.merchant.app.id }): Promise<Json[]> =>
  ok(shop.merchant.api.get('/audit-log', { query }));

test('every change of an app, its settings, addresses and webhooks is logged without secrets', async () => {
  const { api, app } = shop.merchant;
  const headers = { 'user-agent': 'story/1' };
  await ok(api.put(`/app/${app.id}`, { name: 'Renamed' }, { headers }));
  const changed = await ok<Json>(api.put(`/app/${app.id}/settings`, { quote_window: 600 }));
  assert.equal(changed.quote_window, 600);
  const webhook = await ok<Json>(appApi.post('/webhook', { url: 'https://shop.example/hook' }));
  const rotated = await ok<Json>(appApi.post(`/webhook/${webhook.id}/rotate-secret`));
  await ok(appApi.put(`/webhook/${webhook.id}`, { enabled: false }));
  await ok(appApi.delete(`/webhook/${webhook.id}`));
  const [address] = await ok<Json[]>(api.get('/app-addresses', { query: { app_id: app.id } }));
  await ok(api.put(`/app-address/${address.id}`, { label: 'Safe' }));
  await ok(api.delete(`/app-address/${address.id}`));
  const renewed = await ok<Json>(api.put(`/app/${app.id}`, { token: true }));
  appApi = api.as(renewed.token);

  // Without the change of settings by the test rig itself.
  const entries = (await log()).filter((entry) => entry.after?.app_token_may === undefined);
  assert.deepEqual(
    entries.map((entry) => entry.action),
    [
      'app.token_regenerated',
      'address.deleted',
      'address.updated',
      'webhook.deleted',
      'webhook.updated',
      'webhook.secret_rotated',
      'webhook.created',
      'settings.updated',
      'app.updated',
      'address.added',
      'app_cryptocurrency.added',
      'app_cryptocurrency.added',
      'app.created',
    ],
  );
  const by = Object.fromEntries(entries.map((entry) => [entry.action, entry]));
  const renamed = by['app.updated'];
  assert.deepEqual([renamed.before, renamed.after], [{ name: app.name }, { name: 'Renamed' }]);
  assert.deepEqual([renamed.ip, renamed.user_agent], ['127.0.0.1', 'story/1']);
  assert.match(renamed.actor, /^user:\S+ token:\S+$/);
  assert.equal(by['webhook.created'].actor, `app:${app.id}`);
  assert.deepEqual(
    [by['settings.updated'].before, by['settings.updated'].after],
    [{ quote_window: 900 }, { quote_window: 600 }],
  );
  assert.deepEqual([by['address.updated'].before, by['address.updated'].after], [{ label: null }, { label: 'Safe' }]);
  assert.equal(by['address.deleted'].after, null);
  const text = JSON.stringify(entries);
  for (const secret of [app.token, renewed.token, webhook.secret, rotated.secret, shop.merchant.personalToken])
    assert.equal(text.includes(secret), false);
});

test('what an app accepts, and on which terms, is noted', async () => {
  const { api, app } = shop.merchant;
  const [accepted] = await ok<Json[]>(api.get('/app-cryptocurrencies', { query: { app_id: app.id } }));
  await ok(api.put(`/app-cryptocurrency/${accepted.id}`, { min_total: '5.00' }));
  await ok(api.delete(`/app-cryptocurrency/${accepted.id}`));
  const [deleted, updated] = await log();
  assert.deepEqual(
    [updated.action, updated.subject_id, updated.before, updated.after],
    ['app_cryptocurrency.updated', accepted.id, { min_total: null }, { min_total: '5.00' }],
  );
  assert.deepEqual(
    [deleted.action, deleted.before.cryptocurrency, deleted.after],
    ['app_cryptocurrency.deleted', accepted.cryptocurrency.symbol, null],
  );
});

test('settling an invoice by hand is noted with its reason', async () => {
  const { api, app } = shop.merchant;
  const invoice = await ok<Json>(api.post('/invoice', { app_id: app.id, total: '5.00', currency: 'USD' }));
  await ok(api.post(`/invoice/${invoice.id}/settle`, { reason: 'Paid in cash.' }));
  const [entry] = await log();
  assert.deepEqual(
    [entry.action, entry.subject_id, entry.before, entry.after],
    ['invoice.settled', invoice.id, { status: 'open' }, { status: 'paid', reason: 'Paid in cash.' }],
  );
});

test('another reference of a paid invoice is noted: it says which order was paid', async () => {
  const { api, app } = shop.merchant;
  const terms = { app_id: app.id, total: '5.00', currency: 'USD' };
  const invoice = await ok<Json>(api.post('/invoice', { ...terms, order: { reference: 'A-1' } }));
  await ok(api.post(`/invoice/${invoice.id}/settle`, { reason: 'Paid in cash.' }));
  const correct = (order: object) => ok(api.put(`/invoice/${invoice.id}`, { order }));
  await correct({ reference: 'A-2' });
  const [entry] = await log();
  assert.deepEqual(
    [entry.action, entry.subject_id, entry.before, entry.after],
    ['invoice.changed', invoice.id, { reference: 'A-1' }, { reference: 'A-2' }],
  );
  await correct({ reference: 'A-2', description: 'By bicycle' });
  assert.equal((await log())[0]?.id, entry.id, 'text that only people read is no change of terms');
});

test('what is undone leaves no entry', async () => {
  const before = await log();
  assert.equal((await shop.merchant.api.put(`/app/${shop.merchant.app.id}`, { slug: 'no good' })).status, 422);
  assert.deepEqual(await log(), before);
});

test('a revoked access token is in its person’s log, and in no app’s', async () => {
  const { email, api } = shop.merchant;
  const made = await quittance(shop.service, ['pat', 'create', '--email', email, '--scopes', 'apps:read', '--json']);
  assert.equal(made.code, 0, made.stderr);
  const [newest] = await ok<Json[]>(api.get('/personal-access-tokens'));
  await ok(api.delete(`/personal-access-token/${newest.id}`));
  const [entry] = await log({});
  assert.deepEqual([entry.action, entry.subject_id, entry.app_id], ['access_token.revoked', newest.id, null]);
  assert.equal(
    (await log()).some((one) => one.action === 'access_token.revoked'),
    false,
  );
});

test('nobody reads another owner’s log, and no app token reads any', async () => {
  const stranger = await shop.newMerchant();
  const query = { app_id: shop.merchant.app.id };
  assert.equal((await stranger.api.get('/audit-log', { query })).status, 404);
  const theirs = await ok<Json[]>(stranger.api.get('/audit-log'));
  assert.deepEqual(
    theirs.map((entry) => entry.action),
    ['settings.updated', 'app.created', 'access_token.created', 'account.created'],
  );
  assert.equal(theirs[2]?.actor, 'command_line');
  assert.equal((await stranger.appApi.get('/audit-log')).status, 403);
  assert.equal((await shop.anyone.get('/audit-log')).status, 401);
});

const idOf = (answer: Answer<Json>): string => answer.headers.get('x-request-id') ?? assert.fail('no request id');
const requests = (query: Record<string, string> = {}): Promise<Json[]> =>
  ok(shop.merchant.api.get('/requests', { query: { app_id: shop.merchant.app.id, ...query } }));
const logged = (answer: Answer<Json>): Promise<Json> => ok(shop.merchant.api.get(`/request/${idOf(answer)}`));
const from = async (moment: Date) => (await requests({ since: moment.toISOString() })).map(({ id }) => id);

test('the request log has the calls of an app by its token, a personal token and a session, with bodies', async () => {
  const { api, app, email, password } = shop.merchant;
  const start = new Date();
  const made = await appApi.post<Json>('/invoice', { total: '7.00', currency: 'USD', order: { reference: 'L-1' } });
  const renamed = await api.put<Json>(`/app/${app.id}`, { name: 'Logged' });
  const person = browserSession(shop.service.apiUrl);
  assert.equal((await person.auth('/sign-in/email', { email, password })).status, 200);
  const read = await person.api.get(`/invoice/${made.body.id}`);
  assert.deepEqual(await from(start), [read, renamed, made].map(idOf));

  const [byApp, byPerson, bySession] = [await logged(made), await logged(renamed), await logged(read)];
  assert.deepEqual(
    [byApp.method, byApp.path, byApp.query, byApp.status, byApp.error_code, byApp.operation],
    ['POST', '/api/invoice', 'v=1', 201, null, 'createInvoice'],
  );
  assert.deepEqual(byApp.request_body, {
    total: '7.00',
    currency: 'USD',
    order: { reference: 'L-1' },
    expires_in: 86400,
  });
  assert.equal(byApp.response_body.id, made.body.id);
  assert.equal(byApp.app_id, app.id);
  assert.ok(byApp.duration_ms >= 0);
  assert.deepEqual([byApp.caller_kind, byApp.actor, byApp.token_name], ['app_token', `app:${app.id}`, null]);
  const [token] = await ok<Json[]>(api.get('/personal-access-tokens'));
  assert.deepEqual([byPerson.caller_kind, byPerson.token_name], ['personal_access_token', token.name]);
  assert.deepEqual(byPerson.request_body, { name: 'Logged' });
  assert.deepEqual([bySession.caller_kind, bySession.token_name, bySession.request_body], ['session', null, null]);
});

test('a refused call is logged for the app that it names, if the caller belongs to it', async () => {
  const { api, app } = shop.merchant;
  const stranger = await shop.newMerchant();
  const start = new Date();
  const misspelt = await api.post<Json>('/invoice', { app_id: app.id, total: '7.00', curency: 'USD' });
  const broken = await appApi.post<Json>('/invoice', '{');
  const narrow = await quittance(shop.service, [
    ...['pat', 'create', '--email', shop.merchant.email, '--scopes', 'apps:read', '--json'],
  ]);
  const reader = api.as((JSON.parse(narrow.stdout) as { token: string }).token);
  const unscoped = await reader.get('/webhooks', { query: { app_id: app.id } });
  const foreign = await stranger.api.put(`/app/${app.id}`, { name: 'Mine' });
  const customer = await shop.anyone.get(`/app/${app.id}`);
  const revoked = await api.as('qapp_none').get('/invoices');
  assert.deepEqual(
    [misspelt, broken, unscoped, foreign, customer, revoked].map(({ status }) => status),
    [422, 400, 403, 404, 200, 401],
  );
  const calls = await requests({ since: start.toISOString(), status: '4xx' });
  assert.deepEqual(
    calls.map(({ id, error_code }) => [id, error_code]),
    [
      [idOf(unscoped), 'insufficient_scope'],
      [idOf(broken), 'malformed_json'],
      [idOf(misspelt), 'validation_failed'],
    ],
  );
  assert.deepEqual((await logged(misspelt)).response_body, misspelt.body);
  assert.equal((await logged(broken)).request_body, null);

  const shown = await ok<Json>(reader.get(`/request/${idOf(misspelt)}`));
  assert.deepEqual([shown.bodies, shown.request_body, shown.response_body], ['not_allowed', null, null]);
});

test('secrets, private keys and data of customers stay out of the request log', async () => {
  const { api, app } = shop.merchant;
  const start = new Date();
  const key = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
  const address = await api.post('/app-address', { app_id: app.id, network: 'local', kind: 'address', value: key });
  assert.equal(address.status, 422);
  const hook = await appApi.post<Json>('/webhook', { url: 'https://ann:hunter2@shop.example/hook' });
  const safe = await ok<Json>(appApi.post('/webhook', { url: 'https://shop.example/hook' }));
  const customer = { email: 'ada@shop.example', name: 'Ada Lovelace' };
  const sold = await appApi.post<Json>('/invoice', { total: '7.00', currency: 'USD', customer });
  const renewed = await ok<Json>(api.put(`/app/${app.id}`, { token: true }));
  await ok(api.get('/invoices', { query: { app_id: app.id, q: customer.email } }));

  assert.equal((await logged(address)).request_body, null);
  assert.equal((await logged(hook)).request_body.url.includes('hunter2'), false);
  assert.deepEqual((await logged(sold)).request_body.customer, { email: leftOut, name: leftOut });
  const ids = await from(start);
  const all = await Promise.all(ids.map((id) => ok<Json>(api.get(`/request/${id}`))));
  assert.equal(all.length, 6);
  const text = JSON.stringify(all);
  for (const secret of [key, safe.secret, renewed.token, ...Object.values(customer)])
    assert.equal(text.includes(secret), false, secret);
  const rows = await shop.db.query('select * from request_log');
  const stored = rows.map((row) => JSON.stringify(row)).join();
  for (const secret of [key, customer.email, encodeURIComponent(customer.email), 'curency'])
    assert.equal(stored.includes(secret), false, 'bodies are encrypted');
  appApi = appApi.as(renewed.token);
});

test('the request log is filtered and paged as every list, and only the app’s team reads it', async () => {
  const { api, app } = shop.merchant;
  const start = new Date().toISOString();
  for (const path of ['/invoices', '/webhooks', '/invoices', '/events']) await ok(appApi.get(path));
  await appApi.get('/invoices', { query: { limit: '0' } });
  const paths = async (query: Record<string, string>) =>
    (await requests({ since: start, ...query })).map(({ path, status }) => `${path} ${status}`);
  assert.deepEqual(await paths({ path: '/invoices' }), ['/api/invoices 422', '/api/invoices 200', '/api/invoices 200']);
  assert.deepEqual(await paths({ status: '422' }), ['/api/invoices 422']);
  assert.deepEqual(await paths({ method: 'POST' }), []);
  const first = await api.get<Json[]>('/requests', { query: { app_id: app.id, since: start, limit: 2 } });
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? assert.fail('no next page');
  const second = await ok<Json[]>(api.get(next.slice(shop.service.apiUrl.length)));
  assert.deepEqual(
    [...first.body, ...second].map(({ path }) => path),
    ['/api/invoices', '/api/events', '/api/invoices', '/api/webhooks'],
  );
  const misspelt = await api.get<Json>('/requests', { query: { app_id: app.id, staus: '422' } });
  assert.match(misspelt.body.errors[0].message, /status/);

  const [any] = await requests({ since: start });
  assert.equal((await ok<Json>(appApi.get(`/request/${any.id}`))).id, any.id);
  const stranger = await shop.newMerchant();
  assert.equal((await stranger.api.get(`/request/${any.id}`)).status, 404);
  assert.equal((await stranger.api.get('/requests', { query: { app_id: app.id } })).status, 404);
  assert.ok((await ok<Json[]>(stranger.appApi.get('/requests'))).every(({ app_id }) => app_id === stranger.app.id));
  assert.equal((await shop.anyone.get('/requests', { query: { app_id: app.id } })).status, 401);
});

test('a flood of reads is cut off, and a change after it is still logged', async () => {
  const start = new Date();
  for (let call = 0; call < mostInHour.read; call += 50)
    await Promise.all(Array.from({ length: 50 }, () => ok(appApi.get('/currencies'))));
  const late = await appApi.get('/invoices');
  const made = await appApi.post<Json>('/invoice', { total: '7.00', currency: 'USD' });
  const calls = await from(start);
  assert.equal(calls[0], idOf(made));
  assert.equal(calls.includes(idOf(late)), false);
});

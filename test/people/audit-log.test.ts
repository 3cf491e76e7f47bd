// The audit log records who changed what and from where, with the values before and after, and contains no secret.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, ok } from '../rig/client.ts';
import { quittance } from '../rig/service/command-line.ts';
import { openShop, type Shop } from '../rig/shop.ts';

let shop: Shop;

before(async () => {
  shop = await openShop();
});
after(() => shop?.close());

const log = (query: Record<string, string> = { app_id: shop.merchant.app.id }): Promise<Json[]> =>
  ok(shop.merchant.api.get('/audit-log', { query }));

test('every change of an app, its settings, addresses and webhooks is logged without secrets', async () => {
  const { api, appApi, app } = shop.merchant;
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

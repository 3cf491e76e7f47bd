// A thief with a session or a token diverts no money before an owner can stop it. A thief with the database diverts
// none.
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { Hex } from 'viem';
import { type Json, ok, until } from '../rig/client.ts';
import { boundApi } from '../rig/merchant.ts';
import { startMailServer } from '../rig/outside/mail-server.ts';
import { type ProductionShop, productionShops } from '../rig/payment/production-shops.ts';
import { sessionCookie } from '../rig/people.ts';
import { startReceiver } from '../rig/receiver.ts';
import { quittance } from '../rig/service/command-line.ts';
import { etherFor, newAddress, newExtendedKey, startStage, units } from '../rig/stage.ts';

const mail = await startMailServer();
const stage = await startStage({
  // A main network, so that production apps use it.
  network: async () => ({ test: false }),
  env: { SMTP_URL: mail.url, PAYOUT_DELAY: '2h', MAIL_RECEIPTS_PER_HOUR: '2' },
});
const { email } = stage.merchant;
const api = await boundApi(stage.service, stage.merchant);
const { db } = stage.database;

after(async () => {
  await stage.close();
  await mail.close();
});

const { openShop, addAddress } = productionShops(stage, api);

const addresses = (app: Json) => ok<Json[]>(api.get('/app-addresses', { query: { app_id: app.id } }));
const changes = (app: Json) => ok<Json[]>(api.get('/payout-changes', { query: { app_id: app.id } }));
const same = (one: string, other: string) => assert.equal(one.toLowerCase(), other.toLowerCase());
const mailed = (words: string, about: string) =>
  until(
    () => mail.mails.find((one) => one.to.includes(email) && one.text.includes(words) && one.text.includes(about)),
    `a mail that says ${words}`,
  );

test('T4-payout-delay: a thief’s address is paid nothing for a day, and the mailed link ends it', async () => {
  const shop = await openShop();
  const thief = newExtendedKey();
  const added = await addAddress(shop.app, thief);
  assert.ok(Date.parse(added.effective_at) > Date.now() + 3_600_000);
  const asked = { address_id: added.id, network: 'local', kind: 'xpub', value: thief, label: null };
  const waits = { change: 'added', status: 'waiting', ...asked, effective_at: added.effective_at };
  const [change] = await changes(shop.app);
  assert.deepEqual(Object.fromEntries(Object.keys(waits).map((name) => [name, change[name]])), waits);
  same((await shop.attempt()).to, shop.address.value);
  const request = { cryptocurrency: 'ETH', network: 'local' };
  const { id } = await shop.invoice();
  same((await ok<Json>(stage.anyone.post(`/invoice/${id}/payment-request`, request))).to, shop.address.value);

  const [first] = await ok<Json[]>(api.get(`/app/${shop.app.id}/attention`));
  assert.deepEqual([first.kind, first.ids], ['payout_changes_waiting', [change.id]]);

  // Meanwhile the last effective address cannot be removed, and no owner can approve their own change.
  for (const refused of [
    await api.delete<Json>(`/app-address/${shop.address.id}`),
    await api.put<Json>(`/app-address/${shop.address.id}`, { enabled: false }),
  ])
    assert.deepEqual([refused.status, refused.body.code], [409, 'last_effective_address']);
  const own = await api.post<Json>(`/payout-change/${change.id}/approve`);
  assert.deepEqual([own.status, own.body.code], [403, 'second_owner_required']);

  const { text } = await mailed('stop-payout-change', thief);
  const link = /https?:\S+\/stop-payout-change\?token=\S+/.exec(text)?.[0];
  assert.ok(link, text);
  const url = new URL(link);
  const page = await fetch(new URL(url.pathname + url.search, stage.service.url));
  assert.match(await page.text(), /<form method="post"/);
  assert.equal((await changes(shop.app))[0]?.status, 'waiting');
  const press = () =>
    fetch(new URL(url.pathname, stage.service.url), {
      method: 'POST',
      body: new URLSearchParams({ token: url.searchParams.get('token') ?? '' }),
    });
  const pressed = await press();
  assert.equal(pressed.status, 200, `${link}: ${await pressed.text()}`);
  assert.equal((await press()).status, 422);
  const [stopped] = await changes(shop.app);
  assert.deepEqual([stopped?.status, stopped?.value, stopped?.network], ['stopped', thief, 'local']);
  assert.deepEqual(
    (await addresses(shop.app)).map((one) => one.id),
    [shop.address.id],
  );
  const held = await db.query<{ stop_hash: Buffer | null }>('select stop_hash from payout_changes where id = $1', [
    change.id,
  ]);
  assert.equal(held[0]?.stop_hash, null);
  const told = await ok<Json[]>(shop.appApi.get('/events', { query: { type: 'address.changed', limit: 100 } })).catch(
    () => [],
  );
  const log = await ok<Json[]>(api.get('/audit-log', { query: { app_id: shop.app.id } }));
  assert.ok(log.some((entry) => entry.action === 'address.stopped' && entry.actor === 'mailed_link'));
  if (told.length > 0) assert.ok(told.some((event) => event.data?.change === 'stopped'));
});

test('a receipt beyond the budget is shown to the merchant, and no mail about payouts waits for it', async () => {
  const { app, appApi } = await openShop({ isPaid: false });
  await ok(api.put(`/app/${app.id}`, { name: 'Corner shop https://evil.example/claim' }));
  const payer = await stage.customer();
  const invoices = await Promise.all(
    ['ann', 'bob', 'cy'].map((name) => {
      const order = { reference: `see evil.example/${name}` };
      const email = `${name}-${app.id}@example.com`;
      return ok<Json>(appApi.post('/invoice', { total: '10', currency: 'USD', order, customer: { email } }));
    }),
  );
  for (const invoice of invoices) {
    const quote = await stage.attempt(invoice, payer.address);
    await payer.pay(quote.to, units(quote.amount, 18));
  }
  await stage.mine(4);
  for (const { id } of invoices) await stage.invoiceBecomes(id, { status: 'paid' });
  const heldBack = async () =>
    (await ok<Json[]>(api.get(`/app/${app.id}/attention`))).find(({ kind }) => kind === 'receipts_held_back');
  const held = await until(heldBack, 'the merchant to see the receipt that was held back');
  const mailTo = ({ customer }: Json) => mail.mails.find(({ to }) => to.includes(customer.email));
  await until(() => invoices.filter(mailTo).length === 2, 'the receipts within the budget');
  assert.deepEqual([held.count, held.ids], [1, invoices.filter((one) => !mailTo(one)).map(({ id }) => id)]);
  for (const { text } of invoices.flatMap((one) => mailTo(one) ?? [])) {
    assert.match(text, /^Subject: Your receipt from Corner shop\r?$/m);
    assert.ok(text.includes('Corner shop https: //evil. example/claim has received'), text);
    assert.ok(/Order: see evil\. example\/(ann|bob|cy)/.test(text), text);
  }
  await mailed('Where you are paid has changed', (await addAddress(app, newExtendedKey())).value);
});

test('T4-payout-delay: an unstopped change takes effect on time, and earlier money to it is recorded', async () => {
  const shop = await openShop();
  const next = newAddress();
  const added = await addAddress(shop.app, next);
  const customer = await stage.customer();
  await customer.pay(next as Hex, etherFor('5'));
  await stage.mine(4);
  const waiting = () => ok<Json[]>(api.get('/unmatched-payments', { query: { app_id: shop.app.id } }));
  await until(async () => (await waiting()).length === 1, 'the payment to wait');
  await ok(api.put(`/app-address/${added.id}`, { label: 'New safe' }));
  const [listed] = await addresses(shop.app);
  assert.deepEqual([listed.label, listed.effective_at], ['New safe', added.effective_at]);
  await stage.pass(7_300);
  await ok(api.delete(`/app-address/${shop.address.id}`));
  same((await shop.attempt()).to, next);
  assert.equal((await changes(shop.app))[0]?.status, 'effective');
  const late = await api.post<Json>(`/payout-change/${(await changes(shop.app))[0]?.id}/stop`);
  assert.deepEqual([late.status, late.body.code], [409, 'payout_change_over']);
  // An address that is disabled and enabled again counts as new. A stopped one stays disabled.
  await addAddress(shop.app, newAddress());
  await stage.pass(7_300);
  await ok(api.put(`/app-address/${added.id}`, { enabled: false }));
  const enabled = await ok<Json>(api.put(`/app-address/${added.id}`, { enabled: true }));
  assert.ok(Date.parse(enabled.effective_at) > Date.parse(added.effective_at));
  const [again] = await changes(shop.app);
  assert.deepEqual([again.change, again.status], ['enabled', 'waiting']);
  assert.equal((await ok<Json>(api.post(`/payout-change/${again.id}/stop`))).status, 'stopped');
  assert.equal((await addresses(shop.app)).find((one) => one.id === added.id)?.enabled, false);
});

test('T4-payout-delay: a slug leads to another app after a day, and the link in the mail stops that', async () => {
  const shop = await openShop();
  const other = await openShop({ isPaid: false });
  const slug = `fair-${randomUUID().slice(-12)}`;
  // While a transaction is open, each block is read as it comes.
  await shop.attempt();
  const terms = { currency: 'USD', total: '25.00' };
  const printed = await ok<Json>(api.post('/payment-link', { app_id: shop.app.id, slug, ...terms }));
  const theirs = await ok<Json>(api.post('/payment-link', { app_id: other.app.id, slug: `${slug}-2`, ...terms }));
  // A token without an address range cannot do this on a production app.
  const loose = await stage.merchant.api.put<Json>(`/payment-link/${theirs.id}`, { slug });
  assert.deepEqual([loose.status, loose.body.code], [403, 'address_range_required']);

  const ask = () => ok<Json>(api.put(`/payment-link/${theirs.id}`, { slug }));
  const asked = await ask();
  assert.deepEqual([asked.slug, asked.warnings], [theirs.slug, [{ field: 'slug', code: 'waiting' }]]);
  const [change] = await changes(shop.app);
  assert.deepEqual(
    [change.kind, change.slug, change.status, change.change, change.to_app_id],
    ['slug', slug, 'waiting', 'moved', other.app.id],
  );
  const linkPage = async () => (await fetch(`${stage.service.url}/link/${slug}`)).text();
  assert.match(await linkPage(), new RegExp(shop.app.name));
  const own = await api.post<Json>(`/payout-change/${change.id}/approve`);
  assert.deepEqual([own.status, own.body.code], [403, 'second_owner_required']);
  const { text } = await mailed('stop-payout-change', slug);
  const url = new URL(/https?:\S+\/stop-payout-change\?token=\S+/.exec(text)?.[0] ?? assert.fail(text));
  const press = (token = url.searchParams.get('token') ?? '') =>
    fetch(new URL(url.pathname, stage.service.url), { method: 'POST', body: new URLSearchParams({ token }) });
  assert.equal((await press()).status, 200);
  assert.equal((await press()).status, 422);
  assert.equal((await changes(shop.app))[0]?.status, 'stopped');
  await stage.pass(7_300);
  assert.match(await linkPage(), new RegExp(shop.app.name));

  // The slug is deleted and created again on the other app. It leads nowhere until the change takes effect.
  await shop.attempt();
  await ok(api.delete(`/payment-link/${printed.id}`));
  await ask();
  assert.equal((await fetch(`${stage.service.url}/link/${slug}`)).status, 404);
  await stage.pass(7_300);
  assert.match(await linkPage(), new RegExp(other.app.name));
  assert.equal((await ok<Json>(api.get(`/payment-link/${theirs.id}`))).slug, slug);
  assert.deepEqual(
    (await changes(shop.app)).map((one) => one.status),
    ['effective', 'stopped'],
  );
  const old = await fetch(`${stage.service.url}/link/${slug}-2`, { redirect: 'manual' });
  assert.equal(old.status, 308);
});

test('T4-payout-delay: an app that is given the slug of another is told that it waits', async () => {
  const [shop, other] = [await openShop(), await openShop({ isPaid: false })];
  const slug = `stall-${randomUUID().slice(-12)}`;
  assert.equal((await ok<Json>(api.put(`/app/${shop.app.id}`, { slug }))).warnings, undefined);
  const asked = await ok<Json>(api.put(`/app/${other.app.id}`, { slug }));
  assert.deepEqual([asked.slug, asked.warnings], [null, [{ field: 'slug', code: 'waiting' }]]);
});

test('an app that was never paid is paid at once at what is added, also where it has an address already', async () => {
  const shop = await openShop({ isPaid: false });
  const key = newExtendedKey();
  const added = await addAddress(shop.app, key);
  assert.ok(Date.parse(added.effective_at) <= Date.parse(added.created_at));
  same((await shop.attempt()).to, added.derived_addresses[0]);
  assert.deepEqual(await changes(shop.app), []);
});

test('T7-sql-update-on-a-wallet: an address written by SQL is not shown, and its owner is notified', async () => {
  const shop = await openShop();
  const before = await shop.attempt();
  const thief = newAddress();
  await db.query('update wallets set value = $1 where value = $2', [thief, shop.address.value.toLowerCase()]);
  const owed = await shop.invoice();
  const body = { invoice_id: owed.id, from: newAddress(), cryptocurrency: 'ETH', network: 'local' };
  for (const path of ['/transaction', `/invoice/${owed.id}/payment-request`]) {
    const { invoice_id: _, from: __, ...request } = body;
    const answer = await stage.anyone.post<Json>(path, path === '/transaction' ? body : request);
    assert.deepEqual([answer.status, answer.body.code], [503, 'address_tampered']);
    assert.ok(!JSON.stringify(answer.body).includes(thief));
  }
  await mailed('is no longer the one that was entered', shop.app.name);
  const log = () => ok<Json[]>(api.get('/audit-log', { query: { app_id: shop.app.id } }));
  assert.equal((await log()).filter((entry) => entry.action === 'address.tampered').length, 1);
  const [first] = await ok<Json[]>(api.get(`/app/${shop.app.id}/attention`));
  assert.deepEqual([first.kind, first.ids], ['addresses_tampered', [shop.address.id]]);
  assert.equal(
    stage.service.lines.filter((line) => line.includes('address.tampered') && line.includes(shop.app.id)).length,
    1,
  );
  const shown = await ok<Json>(stage.anyone.get(`/invoice/${owed.id}`));
  assert.deepEqual([shown.payable, shown.payable_reason], [false, 'no_address']);
  same((await stage.getTransaction(before.id)).to, shop.address.value);

  // The address is used again if it is entered anew or its value is confirmed. It waits like a new address.
  const [listed] = await addresses(shop.app);
  assert.deepEqual([listed.tampered, listed.value.toLowerCase()], [true, thief]);
  const silent = await api.put<Json>(`/app-address/${listed.id}`, { enabled: true });
  assert.deepEqual([silent.status, silent.body.errors?.[0]?.code], [422, 'required']);
  const wrong = await api.put<Json>(`/app-address/${listed.id}`, { confirmed_value: shop.address.value });
  assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.code], [422, 'other_value']);
  await ok(api.delete(`/app-address/${listed.id}`));
  const entered = await addAddress(shop.app, shop.address.value);
  assert.deepEqual([entered.tampered, entered.value.toLowerCase()], [false, shop.address.value.toLowerCase()]);
  assert.equal((await stage.anyone.post<Json>('/transaction', body)).body.errors?.[0]?.code, 'no_address');
  await stage.pass(7_300);
  same(
    (await ok<Json>(stage.anyone.post('/transaction', { ...body, invoice_id: (await shop.invoice()).id }))).to,
    shop.address.value,
  );
});

test('T7-sql-update-on-a-wallet: a wallet, time, row or quoted address written by SQL is never shown', async () => {
  const other = await openShop({ isPaid: false });
  const thefts: ((shop: ProductionShop) => Promise<unknown>)[] = [
    ({ address }) =>
      db.query(
        'update app_addresses set wallet_id = (select wallet_id from app_addresses where id = $1) where id = $2',
        [...[other.address.id, address.id]],
      ),
    ({ app }) =>
      db.query(
        `insert into app_addresses (id, app_id, network_id, wallet_id, created_at, updated_at, mac)
         select '00000000-0000-7000-8000-000000000001', $1, network_id, wallet_id, created_at, updated_at, mac
         from app_addresses where id = $2`,
        [app.id, other.address.id],
      ),
  ];
  for (const theft of thefts) {
    const shop = await openShop({ isPaid: false });
    await theft(shop);
    const owed = await shop.invoice();
    const body = { invoice_id: owed.id, from: newAddress(), cryptocurrency: 'ETH', network: 'local' };
    const answer = await stage.anyone.post<Json>('/transaction', body);
    assert.deepEqual([answer.status, answer.body.code], [503, 'address_tampered'], theft.toString());
  }
  const shop = await openShop();
  const waiting = await addAddress(shop.app, newExtendedKey());
  await db.query('update app_addresses set effective_at = null where id = $1', [waiting.id]);
  const { id: invoiceId } = await shop.invoice();
  const request = { cryptocurrency: 'ETH', network: 'local' };
  assert.equal((await stage.anyone.post(`/invoice/${invoiceId}/payment-request`, request)).status, 503);

  const thief = newAddress();
  // The same customer asks again before the changed quote is detected.
  const repeated = await openShop({ isPaid: false });
  const first = await repeated.attempt();
  const rewrite = (recipient: string) =>
    db.query('update transactions set recipient = $1 where id = $2', [recipient, first.id]);
  await rewrite(thief);
  const anew = { invoice_id: first.invoice_id, from: first.from, cryptocurrency: 'ETH', network: 'local' };
  const refused = await stage.anyone.post<Json>('/transaction', anew);
  assert.deepEqual([refused.status, refused.body.code], [503, 'address_tampered']);
  await rewrite(repeated.address.value.toLowerCase());

  const quoted = await openShop();
  const attempt = await quoted.attempt();
  await db.query('update transactions set recipient = $1 where id = $2', [thief, attempt.id]);
  const shown = await stage.anyone.get<Json>(`/transaction/${attempt.id}`);
  assert.deepEqual([shown.status, shown.body.code], [503, 'row_tampered']);
  assert.deepEqual(await stage.transactionsOf(attempt.invoice_id), []);
  const page = await fetch(new URL(`/pay/${attempt.invoice_id}`, stage.service.url));
  assert.ok(!(await page.text()).toLowerCase().includes(thief.slice(2)));
  await mailed('is no longer the one that was entered', quoted.app.name);
  const again = { invoice_id: attempt.invoice_id, from: attempt.from, cryptocurrency: 'ETH', network: 'local' };
  assert.equal((await stage.anyone.post('/transaction', again)).status, 503);
  // No other customer gets a quote either, although the address itself is unchanged.
  const elsewhere = { ...again, invoice_id: (await quoted.invoice()).id, from: newAddress() };
  assert.equal((await stage.anyone.post('/transaction', elsewhere)).status, 503);
  await db.query('update transactions set recipient = $1 where id = $2', [
    quoted.address.value.toLowerCase(),
    attempt.id,
  ]);
  await ok(api.put(`/app-address/${quoted.address.id}`, { confirmed_value: quoted.address.value }));
  assert.equal((await quoted.attempt()).to.toLowerCase(), quoted.address.value.toLowerCase());
});

test('T7-token: a token, an app token and a session that somebody wrote into the database let nobody in', async () => {
  const shop = await openShop({ isPaid: false });
  const made = await quittance(stage.service, [
    'pat',
    'create',
    '--email',
    email,
    '--scopes',
    'invoices:read',
    '--json',
  ]);
  const { id, token } = JSON.parse(made.stdout) as { id: string; token: string };
  const weak = api.as(token);
  assert.equal((await weak.get('/app-addresses', { query: { app_id: shop.app.id } })).status, 403);
  await db.query(`update personal_access_tokens set scopes = '{addresses:read,addresses:write}' where id = $1`, [id]);
  assert.equal((await weak.get('/app-addresses', { query: { app_id: shop.app.id } })).status, 401);
  const victim = await openShop({ isPaid: false });
  await db.query(`update apps set token_hash = decode(repeat('00', 32), 'hex') where id = $1`, [victim.app.id]);
  await db.query('update apps set token_hash = sha256($2::bytea) where id = $1', [victim.app.id, `${shop.app.token}x`]);
  const [mine] = await db.query<{ token_hash: Buffer }>('select token_hash from apps where id = $1', [shop.app.id]);
  await db.query(`update apps set token_hash = decode(repeat('01', 32), 'hex') where id = $1`, [shop.app.id]);
  await db.query('update apps set token_hash = $2 where id = $1', [victim.app.id, mine?.token_hash]);
  assert.equal((await shop.appApi.get('/app')).status, 401);
  await stage.service.says('token.tampered');

  // A session of the owner, forged with full knowledge of the database but without the key.
  const secret = randomBytes(24).toString('base64url');
  await db.query(
    `insert into sessions (id, user_id, token_hash, mac, expires_at, created_at, updated_at)
     select $1, id, $2, $3, now() + interval '1 day', now(), now() from users where email = $4`,
    [randomUUID(), createHash('sha256').update(secret).digest(), randomBytes(32), email],
  );
  const cookie = `${sessionCookie}=${secret}.x`;
  assert.equal((await stage.anyone.get('/app', { headers: { cookie } })).status, 401);
  await stage.service.says('session.tampered');
});

test('T7-webhook-url: no event goes to an address written by SQL; the webhook is off, its owner notified', async () => {
  const shop = await openShop({ isPaid: false });
  const [honest, thief] = [await startReceiver(), await startReceiver()];
  try {
    const webhook = await ok<Json>(api.post('/webhook', { app_id: shop.app.id, url: `${honest.url}/hook` }));
    await db.query('update webhooks set url = $1 where id = $2', [`${thief.url}/hook`, webhook.id]);
    await shop.invoice();
    await until(async () => {
      const [one] = await ok<Json[]>(api.get('/webhooks', { query: { app_id: shop.app.id } }));
      return one.enabled === false && one.disabled_reason === 'tampered';
    }, 'the webhook to be off');
    await mailed('changed in the database outside this service', shop.app.name);
    const silent = await api.put<Json>(`/webhook/${webhook.id}`, { enabled: true });
    assert.deepEqual([silent.status, silent.body.errors?.[0]?.code], [422, 'tampered']);
    // Deleted, since the final checks do not expect a webhook that was off when its own event was emitted.
    await ok(api.delete(`/webhook/${webhook.id}`));
    const again = await ok<Json>(api.post('/webhook', { app_id: shop.app.id, url: `${honest.url}/hook` }));
    await shop.invoice();
    await until(() => honest.received.length > 0, 'an event at the right place');
    assert.equal(thief.received.length, 0);
    await ok(api.delete(`/webhook/${again.id}`));
  } finally {
    await Promise.all([honest.close(), thief.close()]);
  }
});

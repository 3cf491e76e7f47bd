// A thief has a session: the owner is notified of the changes and can undo them, and an old session changes nothing.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { ageSessions } from '../rig/access/aged-sessions.ts';
import { authenticatorApp } from '../rig/access/authenticator-app.ts';
import { softwareAuthenticator } from '../rig/browser/authenticator.ts';
import { relyingParty } from '../rig/browser/relying-party.ts';
import { type Json, ok, until } from '../rig/client.ts';
import { unwatchedNetworks } from '../rig/interface/api-rig.ts';
import { type AddressedBrowser, freshEmail, password, startPeople } from '../rig/people.ts';

const people = await startPeople({ config: unwatchedNetworks });
after(() => people.close());

const age = (email: string, minutes: number) => ageSessions(people, { email }, minutes);

const refused = async (answer: Promise<{ status: number; body: Json }>) => {
  const { status, body } = await answer;
  return `${status} ${body.code}`;
};
type Browser = Pick<AddressedBrowser, 'api' | 'auth'>;

const tooOld = '403 reauthentication_required';
const freshSlug = () => `shop-${randomUUID().slice(-12)}`;

const site = { name: 'Shop', url: 'https://shop.example', environment: 'development' };
const address = { network: 'local', kind: 'address', value: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' };

async function addPasskey(person: Browser) {
  const authenticator = softwareAuthenticator(people.service.url);
  const response = authenticator.create(await ok<Json>(person.api.post('/passkey/options')));
  return { authenticator, passkey: await ok<Json>(person.api.post('/passkey', { name: 'Phone', response })) };
}

async function withPasskey(
  path: '/sign-in/passkey' | '/step-up',
  browser: Browser,
  made: { authenticator: ReturnType<typeof softwareAuthenticator> },
) {
  const options = await ok<Json>(browser.auth('/sign-in/passkey/options', {}));
  return browser.auth(path, { response: made.authenticator.get(options) });
}

const linkIn = (mail: string) => /http\S+\/not-me\?token=(\S+)/.exec(mail) ?? assert.fail(mail);
const press = (token: string) =>
  fetch(`${people.service.url}/not-me`, { method: 'POST', body: new URLSearchParams({ token }) });

test('T4-stolen-session: the owner gets a mail of all that a thief adds, with a button to undo it', async () => {
  const { person, email } = await people.signedUp();
  await ok(person.api.get('/app'));
  const app = await ok<Json>(person.api.post('/app', site));
  await ok(person.api.post('/app-address', { app_id: app.id, ...address }));
  const owned = await addPasskey(person);
  // Several mails are sent at once, and the thief's must come second.
  await people.mailTo(email, /The passkey Phone was added/);

  const thief = person.copy();
  await ok(thief.api.get('/app'));
  const added = await addPasskey(thief);
  const { token } = await ok<Json>(thief.api.post('/personal-access-token', { name: 'CI', scopes: ['apps:read'] }));
  const hook = { app_id: app.id, url: 'https://thief.example/hook' };
  await ok(thief.api.post('/webhook', hook));
  await ok(thief.api.put(`/app/${app.id}`, { token: true }));
  await ok(thief.api.post('/oauth2-client', { name: 'Plugin', redirect_uris: ['https://thief.example/callback'] }));
  const party = await relyingParty(people.service.url, thief);
  const granted = person.api.as((await party.signIn(thief, { scope: 'openid apps:read' })).access_token);
  await ok(granted.get('/app'));
  const wanted = freshEmail();
  await ok(thief.auth('/change-email', { newEmail: wanted }));
  const signedIn = people.browser();
  assert.equal((await withPasskey('/sign-in/passkey', signedIn, added)).status, 200);

  const news = [
    /token CI was made/,
    /new webhook/,
    /has a new token/,
    /client Plugin was made/,
    /not seen here before/,
  ];
  for (const one of news) linkIn(await people.mailTo(email, one));
  // The first sign-in after the sign-up was in a new browser too, and needs no mail.
  const ofBrowser = people.mail.mails.filter((one) => one.to.includes(email) && /not seen here/.test(one.text));
  assert.equal(ofBrowser.length, 1);
  const mails = await until(() => {
    const told = people.mail.mails.filter(
      (mail) => mail.to.includes(email) && /The passkey Phone was added/.test(mail.text),
    );
    return told.length > 1 ? told : null;
  }, 'both mails');
  assert.equal(mails.length, 2);
  const [url, secret = ''] = linkIn(mails[1]?.text as string);
  const stored = await people.db.query<{ row: string }>('select row_to_json(n)::text as row from credential_notices n');
  assert.equal(
    stored.some(({ row }) => row.includes(secret)),
    false,
  );
  // Mail scanners follow links, which has no effect.
  const page = await fetch(url);
  assert.deepEqual([page.status, page.headers.get('cache-control')], [200, 'no-store']);
  assert.match(await page.text(), /<form method="post" action="not-me">/);
  assert.equal((await thief.api.get('/app')).status, 200);

  assert.equal((await press(secret)).status, 200);
  for (const browser of [thief, signedIn, person]) assert.equal((await browser.api.get('/app')).status, 401);
  assert.equal((await person.api.as(token).get('/app')).status, 401);
  assert.equal((await granted.get('/app')).status, 401);
  assert.equal((await withPasskey('/sign-in/passkey', people.browser(), added)).status, 401);
  assert.equal((await press(secret)).status, 422, 'the link is used once');
  const owner = people.browser();
  assert.equal((await withPasskey('/sign-in/passkey', owner, owned)).status, 200);
  const [passkey, ...more] = await ok<Json[]>(owner.api.get('/passkeys'));
  assert.deepEqual([passkey.id, more.length], [owned.passkey.id, 0]);
  const paidAt = await ok<Json[]>(owner.api.get('/app-addresses', { query: { app_id: app.id } }));
  assert.deepEqual(
    paidAt.map((one) => one.value),
    [address.value],
  );
  assert.equal((await ok<Json>(owner.auth('/get-session'))).user.email, email);
  assert.equal((await people.db.query('select 1 from email_changes where new_email = $1', [wanted])).length, 0);
  await people.mailTo(email, /Choose a new password/);
});

test('T5-old-session: an hour-old session shows no token and weakens nothing without a step-up', async () => {
  const { person, email } = await people.signedUp();
  await ok(person.api.get('/app'));
  const app = await ok<Json>(person.api.post('/app', site));
  const at = await ok<Json>(
    person.api.post('/app-address', {
      app_id: app.id,
      ...address,
      value: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    }),
  );
  const accepted = { app_id: app.id, cryptocurrency: 'ETH', network: 'local', confirmations: 6 };
  const coin = await ok<Json>(person.api.post('/app-cryptocurrency', accepted));
  const hook = await ok<Json>(person.api.post('/webhook', { app_id: app.id, url: 'https://shop.example/hook' }));
  const program = { name: 'Plugin', redirect_uris: ['https://shop.example/callback'] };
  const client = await ok<Json>(person.api.post('/oauth2-client', program));
  const pat = await ok<Json>(person.api.post('/personal-access-token', { name: 'CI', scopes: ['apps:read'] }));
  const invoice = await ok<Json>(person.api.post('/invoice', { app_id: app.id, total: '500.00', currency: 'USD' }));
  const party = await relyingParty(people.service.url, person);
  await party.signIn(person, { scope: 'openid apps:read' });
  const [grant] = await ok<Json[]>(person.api.get('/oauth2-sessions'));
  const elsewhere = people.browser();
  await ok(elsewhere.auth('/sign-in/email', { email, password }));
  const other = (await ok<Json[]>(person.api.get('/sessions'))).find(({ current }) => !current);
  await age(email, 60);

  const [listed] = await ok<Json[]>(person.api.get('/app'));
  assert.deepEqual([listed.token, listed.token_last4], [undefined, app.token.slice(-4)]);
  const tolerance = { underpayment_tolerance: { percent: 10 } };
  const attempts: (() => Promise<{ status: number; body: Json }>)[] = [
    () => person.api.post(`/invoice/${invoice.id}/settle`, { reason: 'I say so' }),
    () => person.api.put(`/app/${app.id}/settings`, tolerance),
    () => person.api.put(`/app/${app.id}/settings`, { late_payments: 'accept_at_locked_rate' }),
    () => person.api.put(`/app-cryptocurrency/${coin.id}`, { confirmations: 3 }),
    () => person.api.put(`/app-cryptocurrency/${coin.id}`, { min_total: '1000000' }),
    () => person.api.put(`/app-cryptocurrency/${coin.id}`, { max_total: '0.01' }),
    () => person.api.post(`/webhook/${hook.id}/rotate-secret`),
    () => person.api.put(`/webhook/${hook.id}`, { url: 'https://thief.example/hook' }),
    () => person.api.post('/webhook', { app_id: app.id, url: 'https://thief.example/hook' }),
    () => person.api.delete(`/webhook/${hook.id}`),
    () => person.api.post('/app-address', { app_id: app.id, ...address }),
    () => person.api.put(`/app-address/${at.id}`, { enabled: false }),
    () => person.api.delete(`/app-address/${at.id}`),
    () => person.api.put(`/app/${app.id}`, { token: true }),
    () => person.api.delete(`/personal-access-token/${pat.id}`),
    () => person.api.delete(`/oauth2-client/${client.id}`),
    () => person.api.post('/unmatched-payment/0198c0de-0000-7000-8000-000000000000/assign', { invoice_id: invoice.id }),
    () => person.api.post('/unmatched-payment/0198c0de-0000-7000-8000-000000000000/dismiss'),
    () => person.api.delete(`/session/${other?.id}`),
    () => person.auth('/revoke-sessions', {}),
    () => person.api.delete(`/oauth2-session/${grant?.id}`),
    () => person.auth('/change-password', { currentPassword: password, newPassword: 'a brand new password' }),
    () => person.auth('/two-factor/enable', { password }),
    () => person.auth('/change-email', { newEmail: freshEmail() }),
  ];
  for (const attempt of attempts) assert.equal(await refused(attempt()), tooOld, attempt.toString());
  assert.equal((await ok<Json>(person.api.get(`/invoice/${invoice.id}`))).status, 'open');
  // A change without such an effect needs no step-up.
  await ok(person.api.put(`/app/${app.id}/settings`, { quote_window: 600 }));
  await ok(person.api.put(`/app-address/${at.id}`, { label: 'Till' }));

  assert.equal((await person.auth('/step-up', { password: 'not that one' })).status, 401);
  assert.equal((await person.auth('/step-up', { password, code: '123456' })).status, 400);
  assert.equal(await refused(person.api.post(`/webhook/${hook.id}/rotate-secret`)), tooOld);
  await ok(person.auth('/step-up', { password }));
  assert.equal((await ok<Json[]>(person.api.get('/app')))[0].token, app.token);
  await ok(person.api.post(`/webhook/${hook.id}/rotate-secret`));
  await ok(person.api.put(`/app/${app.id}/settings`, tolerance));
  await ok(person.api.post(`/invoice/${invoice.id}/settle`, { reason: 'Paid in cash' }));
  await ok(person.api.delete(`/oauth2-session/${grant?.id}`));
  await people.mailTo(email, /access of the program/);
  // An old session can end itself without a proof, but no other session.
  const [own] = (await ok<Json[]>(elsewhere.api.get('/sessions'))).filter(({ current }) => current);
  await age(email, 60);
  assert.equal((await elsewhere.api.delete(`/session/${own?.id}`)).status, 200);
  assert.equal((await elsewhere.api.get('/app')).status, 401);
  await ok(person.auth('/step-up', { password }));
  await ok(person.auth('/revoke-sessions', {}));
  await people.mailTo(email, /All of your browsers were signed out/);
  assert.equal(
    people.mail.mails.filter(({ to, text }) => to.includes(email) && /All of your browsers/.test(text)).length,
    1,
  );
});

test('L16-effect: with an old session, no operation causes the effect of a refused one', async () => {
  const { person, email } = await people.signedUp();
  await ok(person.api.get('/app'));
  const app = await ok<Json>(person.api.post('/app', { ...site, slug: freshSlug() }));
  const other = await ok<Json>(person.api.post('/app', { ...site, name: 'Other shop' }));
  const fair = { app_id: app.id, slug: freshSlug(), currency: 'USD', total: '25.00' };
  const link = await ok<Json>(person.api.post('/payment-link', fair));
  const gone = await ok<Json>(person.api.post('/payment-link', { ...fair, slug: freshSlug() }));
  const theirs = await ok<Json>(person.api.post('/payment-link', { ...fair, app_id: other.id, slug: freshSlug() }));
  await ok(person.api.delete(`/payment-link/${gone.id}`));
  const accepted = { app_id: app.id, cryptocurrency: 'ETH', network: 'local' };
  const strict = await ok<Json>(person.api.post('/app-cryptocurrency', { ...accepted, confirmations: 50 }));
  await ok(person.api.delete(`/app-cryptocurrency/${strict.id}`));
  const order = { app_id: app.id, total: '500.00', currency: 'USD', order: { reference: 'A-1' } };
  const invoice = await ok<Json>(person.api.post('/invoice', order));
  const canceled = await ok<Json>(person.api.post('/invoice', { ...order, order: { reference: 'A-2' } }));
  await ok(person.api.delete(`/invoice/${canceled.id}`));
  const renamed = await ok<Json>(person.api.post('/invoice', { ...order, order: { reference: 'A-3' } }));
  await ok(person.api.put(`/invoice/${renamed.id}`, { order: { reference: 'A-4' } }));
  const cheap = await ok<Json>(person.api.post('/invoice', { ...order, total: '1.00', order: {} }));
  const earlier = freshSlug();
  const raised = await ok<Json>(person.api.post('/payment-link', { ...fair, slug: earlier }));
  await ok(person.api.put(`/payment-link/${raised.id}`, { slug: freshSlug(), total: '100.00' }));
  await ok(person.api.delete(`/payment-link/${raised.id}`));
  const closed = await ok<Json>(person.api.post('/app', { ...site, name: 'Closed shop' }));
  await ok(person.api.delete(`/app/${closed.id}`));
  const hook = await ok<Json>(person.api.post('/webhook', { app_id: other.id, url: 'https://shop.example/hook' }));
  const spare = await ok<Json>(person.api.post('/webhook', { app_id: other.id, url: 'https://shop.example/spare' }));
  await age(email, 17);

  const attempts: (() => Promise<{ status: number; body: Json }>)[] = [
    // Money goes elsewhere.
    () => person.api.put(`/app/${other.id}`, { slug: app.slug }),
    () => person.api.put(`/payment-link/${theirs.id}`, { slug: link.slug }),
    () => person.api.post('/payment-link', { ...fair, app_id: other.id, slug: gone.slug }),
    // Less is accepted.
    () => person.api.put(`/invoice/${invoice.id}`, { total: '0.01' }),
    () => person.api.put(`/invoice/${invoice.id}`, { currency: 'JPY', total: '500' }),
    () => person.api.post('/invoice', { ...order, total: '0.01', order: { reference: 'A-2' } }),
    () => person.api.post('/invoice', { ...order, total: '0.01', order: { reference: 'A-3' } }),
    () => person.api.put(`/invoice/${cheap.id}`, { order: { reference: 'A-2' } }),
    () => person.api.post('/payment-link', { ...fair, slug: earlier }),
    () => person.api.put(`/payment-link/${link.id}`, { total: '0.01' }),
    () => person.api.put(`/payment-link/${link.id}`, { total: null }),
    () => person.api.post('/payment-link', { ...fair, slug: gone.slug, total: '0.01' }),
    () => person.api.post('/app-cryptocurrency', { ...accepted, confirmations: 6 }),
    () => person.api.put(`/app/${app.id}/settings`, { quote_window: 3600 }),
    () => person.api.put(`/app/${app.id}/settings`, { app_token_may: ['settle'] }),
    // Customers are sent elsewhere.
    () => person.api.put(`/invoice/${invoice.id}`, { success_url: 'https://thief.example/' }),
    () => person.api.put(`/invoice/${invoice.id}`, { cancel_url: 'https://thief.example/' }),
    () => person.api.put(`/app/${app.id}`, { url: 'https://thief.example/' }),
    () => person.api.put(`/app/${app.id}/settings`, { support_contact: 'help@thief.example' }),
    () => person.api.put(`/app/${app.id}/settings`, { embed_origins: ['https://thief.example'] }),
    () => person.api.post(`/app/${closed.id}/restore`),
    // The shop stops.
    () => person.api.delete(`/app/${app.id}`),
    () => person.api.delete(`/payment-link/${link.id}`),
    () => person.api.put(`/payment-link/${link.id}`, { slug: freshSlug() }),
    () => person.api.put(`/app/${app.id}`, { slug: null }),
  ];
  for (const attempt of attempts) assert.equal(await refused(attempt()), tooOld, attempt.toString());

  // Neither a change without such an effect nor a return to stricter terms needs a step-up.
  await ok(person.api.put(`/app/${app.id}`, { name: 'Harbour', description: 'Coffee' }));
  await ok(person.api.put(`/invoice/${invoice.id}`, { total: '501.00' }));
  await ok(person.api.put(`/payment-link/${link.id}`, { total: '26.00', description: 'Tickets' }));
  await ok(person.api.post('/app-cryptocurrency', { ...accepted, confirmations: 60 }));
  await ok(person.api.post('/invoice', { ...order, order: { reference: 'A-2' } }));
  await ok(person.api.delete(`/webhook/${spare.id}`));
  assert.equal(await refused(person.api.delete(`/webhook/${hook.id}`)), tooOld);
  assert.equal(await refused(person.api.put(`/webhook/${hook.id}`, { enabled: false })), tooOld);
  await ok(person.auth('/step-up', { password }));
  await ok(person.api.put(`/invoice/${invoice.id}`, { total: '500.00' }));
  await ok(person.api.put(`/app/${app.id}/settings`, { support_contact: 'help@shop.example' }));
  await people.mailTo(email, /In the app Harbour, the settings changed \(support contact\)/);
  const log = await ok<Json[]>(person.api.get('/audit-log', { query: { app_id: app.id } }));
  assert.equal(log.find((entry) => entry.action === 'invoice.changed')?.after.total, '500.00');
});

test('a slug stays with its owner: deleted, renamed or of an archived app, another owner cannot take it', async () => {
  const { person } = await people.signedUp();
  const { person: thief } = await people.signedUp();
  await ok(person.api.get('/app'));
  await ok(thief.api.get('/app'));
  const slugs = Array.from({ length: 5 }, freshSlug);
  const [deleted, renamed, now, shop, archived] = slugs as [string, string, string, string, string];
  const app = await ok<Json>(person.api.post('/app', { ...site, slug: shop }));
  const old = await ok<Json>(person.api.post('/app', { ...site, slug: archived }));
  const fair = { app_id: app.id, currency: 'USD', total: '25.00' };
  const [first, second] = [
    await ok<Json>(person.api.post('/payment-link', { ...fair, slug: deleted })),
    await ok<Json>(person.api.post('/payment-link', { ...fair, slug: renamed })),
  ];
  await ok(person.api.delete(`/payment-link/${first.id}`));
  await ok(person.api.put(`/payment-link/${second.id}`, { slug: now }));
  await ok(person.api.put(`/app/${app.id}`, { slug: `${shop}-2` }));
  await ok(person.api.delete(`/app/${old.id}`));

  const theirs = await ok<Json>(thief.api.post('/app', site));
  const taken = async (answer: Promise<{ status: number; body: Json }>) => {
    const { status, body } = await answer;
    return [status, body.errors?.[0]?.field, body.errors?.[0]?.code];
  };
  for (const slug of [deleted, renamed, now])
    assert.deepEqual(await taken(thief.api.post('/payment-link', { ...fair, app_id: theirs.id, slug })), [
      422,
      'slug',
      'taken',
    ]);
  for (const slug of [shop, `${shop}-2`, archived]) {
    assert.deepEqual(await taken(thief.api.put(`/app/${theirs.id}`, { slug })), [422, 'slug', 'taken']);
    assert.deepEqual(await taken(thief.api.post('/app', { ...site, slug })), [422, 'slug', 'taken']);
  }

  const open = (path: string) => fetch(`${people.service.url}${path}`, { redirect: 'manual' });
  const redirected = await open(`/link/${renamed}?lang=de`);
  assert.equal(redirected.status, 308);
  assert.ok(redirected.headers.get('location')?.endsWith(`/link/${now}?lang=de`));
  assert.equal((await open(`/counter/${shop}`)).status, 308);
  assert.equal((await open(`/link/${deleted}`)).status, 404);
  assert.equal((await open(`/counter/${archived}`)).status, 404);
  assert.equal((await ok<Json>(person.api.get(`/app/${shop}`))).id, app.id);
  // The owner reuses the slugs, for the same app or another one.
  await ok(person.api.put(`/payment-link/${second.id}`, { slug: renamed }));
  assert.equal((await open(`/link/${now}`)).status, 308);
  await ok(person.api.put(`/app/${app.id}`, { slug: archived }));
  assert.equal((await ok<Json>(person.api.post(`/app/${old.id}/restore`))).slug, null);
});

test('a person with a passkey or a one-time code steps up with it, and not with the password', async () => {
  const { person, email } = await people.signedUp();
  await ok(person.api.get('/app'));
  const made = await addPasskey(person);
  const enabled = await ok<Json>(person.auth('/two-factor/enable', { password }));
  const app = authenticatorApp(enabled.totpURI);
  await ok(person.auth('/two-factor/verify-totp', { code: app.next() }));
  linkIn(await people.mailTo(email, /A second factor was switched on/));
  const options = () => refused(person.api.post('/passkey/options'));
  await age(email, 60);
  await ok(person.api.get('/app'));
  assert.equal(await refused(person.auth('/step-up', { password })), '403 STRONGER_PROOF_NEEDED');
  assert.equal((await person.auth('/step-up', { code: app.last() })).status, 401, 'a used code');
  assert.equal(await options(), tooOld);
  const code = app.next();
  await ok(person.auth('/step-up', { code }));
  assert.equal((await person.api.post('/passkey/options')).status, 200);
  await age(email, 60);
  assert.equal((await person.auth('/step-up', { code })).status, 401);
  const { person: stranger } = await people.signedUp();
  await ok(stranger.api.get('/app'));
  assert.equal(
    (await withPasskey('/step-up', person, await addPasskey(stranger))).status,
    401,
    'somebody else’s passkey',
  );
  assert.equal((await withPasskey('/step-up', person, made)).status, 200);
  assert.equal((await person.api.post('/passkey/options')).status, 200);
  await age(email, 60);
  for (let tries = 0; tries < 10; tries++) await person.auth('/step-up', { code: '000000' });
  assert.equal((await person.auth('/step-up', { code: '000000' })).status, 429);
});

test('a reset of the password removes passkeys, tokens and grants by default; a change does on request', async () => {
  const { person, email } = await people.signedUp();
  await ok(person.api.get('/app'));
  const made = await addPasskey(person);
  const held = async () => (await people.db.query('select 1 from passkeys where id = $1', [made.passkey.id])).length;
  await ok(person.auth('/change-password', { currentPassword: password, newPassword: 'a brand new password' }));
  assert.equal(await held(), 1);
  await ok(people.browser().auth('/request-password-reset', { email }));
  const [, token] = /reset-password\?token=(\S+)/.exec(await people.mailTo(email, /Choose a new password/)) ?? [];
  const weak = await people.browser().auth('/reset-password', { token, newPassword: 'password123' });
  assert.deepEqual(
    [weak.status, weak.body.errors[0].field, weak.body.errors[0].code],
    [422, 'newPassword', 'too_guessable'],
  );
  await ok(people.browser().auth('/reset-password', { token, newPassword: 'another new password' }));
  assert.equal(await held(), 0);
});

test('T5: a kept answer with an app token is repeated only to a person who proved to be there', async () => {
  const { person, email } = await people.signedUp();
  await ok(person.api.get('/app'));
  const make = () => person.api.post<Json>('/app', site, { headers: { 'idempotency-key': key } });
  const key = '0d3c4f0e-58d5-4c36-9f56-0d4a0dfb1a12';
  const made = await ok(make());
  assert.ok(made.token);
  assert.deepEqual(await ok(make()), made);
  await age(email, 16);
  assert.equal(await refused(make()), tooOld);
});

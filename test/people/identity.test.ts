// A browser with a session uses the API: cookie and CSRF token, recent sign-ins, and personal access tokens.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { findTokenOwner } from '../../src/features/people/identity/store.ts';
import { hashToken } from '../../src/io/secrets/token.ts';
import { ageSessions } from '../rig/access/aged-sessions.ts';
import { signRows } from '../rig/access/signed-rows.ts';
import { relyingParty } from '../rig/browser/relying-party.ts';
import { client, type Json, ok, openStream, until } from '../rig/client.ts';
import { type AddressedBrowser, password, sessionCookie, startPeople } from '../rig/people.ts';

const people = await startPeople();
after(() => people.close());

test('cookie and CSRF token together make an app; either alone does not; a bearer needs none', async () => {
  const { person } = await people.signedUp();
  const body = { name: 'Shop', url: 'https://shop.example', environment: 'development' };
  const early = await person.api.post('/app', body);
  assert.deepEqual([early.status, early.body.code], [403, 'csrf_failed']);
  const listed = await person.api.get('/app');
  assert.equal(listed.status, 200);
  const token = listed.headers.get('x-csrf-token');
  assert.match(token ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-8/);
  assert.equal(person.cookies.get('csrf_'), token);
  assert.equal(listed.headers.get('cache-control'), 'no-store');
  const app = await ok<Json>(person.api.post('/app', body));
  assert.match(app.token, /^qapp_/);
  const withoutHeader = await person.api.post('/app', body, { headers: { 'x-csrf-token': '' } });
  assert.equal(withoutHeader.body.code, 'csrf_failed');
  const held = person.cookies.get('csrf_') as string;
  person.cookies.delete('csrf_');
  assert.equal((await person.api.delete(`/session/${app.id}`)).body.code, 'csrf_failed');
  person.cookies.set('csrf_', held);
  assert.equal((await person.api.put(`/app/${app.id}`, { name: 'Renamed' })).status, 200);
  const made = await client(people.service.apiUrl, app.token).post('/invoice', { total: '1.00', currency: 'USD' });
  assert.equal(made.status, 201);
});

test('a CSRF token of one session is not valid for another, and never for another origin', async () => {
  const { person: one } = await people.signedUp();
  const { person: two } = await people.signedUp();
  await ok(one.api.get('/app'));
  const body = { name: 'Shop', url: 'https://shop.example', environment: 'development' };
  two.cookies.set('csrf_', one.cookies.get('csrf_') as string);
  const crossed = await two.api.post('/app', body, { headers: { 'x-csrf-token': one.csrf() as string } });
  assert.equal(crossed.body.code, 'csrf_failed');
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const foreign = await one.api.post('/app', body, { headers });
    assert.deepEqual([foreign.status, foreign.body.code], [403, 'csrf_failed']);
  }
  assert.equal((await one.api.post('/app', body, { headers: { origin: people.service.url } })).status, 201);
});

test('public operations ask a browser with a session for a CSRF token, and one without for none', async () => {
  const { person } = await people.signedUp();
  const body = {
    invoice_id: '00000000-0000-4000-8000-000000000000',
    from: 'x',
    cryptocurrency: 'ETH',
    network: 'local',
  };
  assert.equal((await person.api.post('/transaction', body)).body.code, 'csrf_failed');
  assert.notEqual((await client(people.service.apiUrl).post('/transaction', body)).status, 403);
  const stale = await client(people.service.apiUrl).post('/transaction', body, {
    headers: { cookie: `${sessionCookie}=gone.x` },
  });
  assert.notEqual(stale.status, 403);
});

test('with an Authorization header the cookie is not looked at', async () => {
  const { person } = await people.signedUp();
  const wrong = await person.api.get('/app', { headers: { authorization: 'Bearer nonsense' } });
  assert.deepEqual([wrong.status, wrong.body.code], [401, 'invalid_token']);
  assert.equal(wrong.headers.get('x-csrf-token'), null);
});

test('receiving addresses change only in a session signed in within 15 minutes', async () => {
  const { person, email } = await people.signedUp();
  await ok(person.api.get('/app'));
  const body = { name: 'Shop', url: 'https://shop.example', environment: 'production' };
  const app = await ok<Json>(person.api.post('/app', body));
  const address = {
    app_id: app.id,
    network: 'ethereum',
    kind: 'address',
    value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  };
  const made = await ok<Json>(person.api.post('/app-address', address));
  const [session] = await ok<Json[]>(person.api.get('/sessions'));
  await ageSessions(people, { session: session.id }, 16);
  const refused = await person.api.delete(`/app-address/${made.id}`);
  assert.deepEqual([refused.status, refused.body.code], [403, 'reauthentication_required']);
  assert.equal((await person.api.get('/app-addresses', { query: { app_id: app.id } })).status, 200);
  await ok(person.auth('/sign-in/email', { email, password }));
  await ok(person.api.get('/app'));
  assert.equal((await person.api.delete(`/app-address/${made.id}`)).status, 200);
});

test('a person sees where they are signed in and ends one of their sessions, never another’s', async () => {
  const { person, email } = await people.signedUp();
  const elsewhere = people.browser();
  await ok(elsewhere.auth('/sign-in/email', { email, password }, { 'user-agent': 'Elsewhere/1' }));
  const sessions = await ok<Json[]>(person.api.get('/sessions'));
  assert.deepEqual(sessions.map((one) => [one.current, one.user_agent === 'Elsewhere/1', one.ip_address]).sort(), [
    [false, true, elsewhere.from['x-forwarded-for']],
    [true, false, person.from['x-forwarded-for']],
  ]);
  const { person: stranger } = await people.signedUp();
  await ok(stranger.api.get('/sessions'));
  const other = sessions.find((one) => !one.current);
  assert.equal((await stranger.api.delete(`/session/${other.id}`)).status, 404);
  assert.equal((await person.api.delete(`/session/${other.id}`)).status, 200);
  assert.equal((await elsewhere.api.get('/app')).status, 401);
  assert.equal((await person.api.get('/app')).status, 200);
});

test('personal access tokens are made in a browser, listed without their text, and revoked', async () => {
  const { person } = await people.signedUp();
  await ok(person.api.get('/personal-access-tokens'));
  const body = { name: 'Shop', scopes: ['apps:read', 'account:read', 'account:write'] };
  const made = await person.api.post('/personal-access-token', body);
  assert.equal(made.status, 201);
  const pat = client(people.service.apiUrl, made.body.token);
  const listed = await ok<Json[]>(pat.get('/personal-access-tokens'));
  assert.deepEqual(
    listed.map((one) => [one.id, one.name, 'token' in one]),
    [[made.body.id, 'Shop', false]],
  );
  assert.equal((await pat.post('/personal-access-token', body)).status, 403);
  const second = await ok<Json>(person.api.post('/personal-access-token', { name: 'Two', scopes: ['apps:read'] }));
  assert.equal((await pat.as(second.token).get('/personal-access-tokens')).body.code, 'insufficient_scope');
  assert.equal((await pat.delete(`/personal-access-token/${second.id}`)).status, 200);
  assert.equal((await pat.as(second.token).get('/app')).status, 401);
  const { person: stranger } = await people.signedUp();
  await ok(stranger.api.get('/app'));
  assert.equal((await stranger.api.delete(`/personal-access-token/${made.body.id}`)).status, 404);
});

test('a personal access token with an unknown scope, or one that is over before it began, is refused', async () => {
  const { person } = await people.signedUp();
  await ok(person.api.get('/app'));
  const refused = await person.api.post('/personal-access-token', { name: 'X', scopes: ['everything'] });
  assert.deepEqual([refused.status, refused.body.code], [422, 'validation_failed']);
  const past = { name: 'X', scopes: ['apps:read'], expires_at: '2020-01-01T00:00:00.000Z' };
  const late = await person.api.post('/personal-access-token', past);
  assert.equal(late.body.errors[0].field, 'expires_at');
});

test('T6-token-ends: every personal access token has an end, in 90 days unless said, within a year', async () => {
  const { person } = await people.signedUp();
  await ok(person.api.get('/app'));
  const make = (more: object) =>
    person.api.post('/personal-access-token', { name: 'X', scopes: ['apps:read'], ...more });
  const usual = await ok<Json>(make({}));
  assert.equal(Date.parse(usual.expires_at) - Date.parse(usual.created_at), 90 * dayMillis);
  const inDays = (days: number) => new Date(Date.now() + days * dayMillis).toISOString();
  assert.equal((await make({ expires_at: inDays(365) })).status, 201);
  const day = inDays(30).slice(0, 10);
  const ofDay = await ok<Json>(make({ expires_at: day }));
  assert.equal(Date.parse(ofDay.expires_at), Date.parse(day) + dayMillis, 'a day is the whole day');
  for (const expires_at of [inDays(367), '9999-12-31T00:00:00Z', null]) {
    const refused = await make({ expires_at });
    assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'expires_at']);
  }
  const end = Date.parse(usual.expires_at);
  const ownerAt = (time: number) => findTokenOwner(people.db, hashToken(usual.token), new Date(time));
  assert.deepEqual((await ownerAt(end - 1))?.expiresAt, new Date(end));
  assert.equal(await ownerAt(end), null, 'nobody’s from its end on');
});

test('T6-bound-to-apps: for a token that is bound to an app there is no other one, and it makes none', async () => {
  const { person } = await people.signedUp();
  await ok(person.api.get('/app'));
  const [one, other] = [await newApp(person), await newApp(person)];
  const { person: stranger } = await people.signedUp();
  await ok(stranger.api.get('/app'));
  const foreign = await newApp(stranger);
  const body = { name: 'One', scopes: everyScope };
  const wrong = await person.api.post('/personal-access-token', { ...body, app_ids: [one.id, foreign.id] });
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [422, 'app_ids.1']);
  const made = await ok<Json>(person.api.post('/personal-access-token', { ...body, app_ids: [one.id] }));
  assert.deepEqual(made.app_ids, [one.id]);
  const bound = client(people.service.apiUrl, made.token);
  assert.deepEqual(
    (await ok<Json[]>(bound.get('/app'))).map((app) => app.id),
    [one.id],
  );
  const invoice = (app: Json) => ({ app_id: app.id, total: '1.00', currency: 'USD' });
  assert.equal((await bound.post('/invoice', invoice(one))).status, 201);
  const others = await ok<Json>(client(people.service.apiUrl, other.token).post('/invoice', invoice(other)));
  for (const refused of [
    await bound.post('/invoice', invoice(other)),
    await bound.delete(`/invoice/${others.id}`),
    await bound.get('/invoices', { query: { app_id: other.id } }),
    await bound.get(`/app/${other.id}`),
    await bound.get('/app-cryptocurrencies', { query: { app_id: other.id } }),
    await bound.put(`/app/${other.id}`, { name: 'Taken' }),
    await bound.delete(`/app/${other.id}`),
    await bound.get('/webhooks', { query: { app_id: other.id } }),
    await bound.get('/audit-log', { query: { app_id: other.id } }),
  ]) {
    assert.deepEqual([refused.status, refused.body.code], [404, 'not_found']);
  }
  const app = { name: 'Shop', url: 'https://shop.example', environment: 'development' };
  for (const refused of [
    await bound.post('/app', app),
    await bound.get('/personal-access-tokens'),
    await bound.get('/audit-log'),
  ]) {
    assert.deepEqual([refused.status, refused.body.code], [403, 'token_bound_to_apps']);
  }
  assert.equal((await bound.get('/audit-log', { query: { app_id: one.id } })).status, 200);
  assert.equal((await ok<Json[]>(person.api.get('/app'))).length, 2);
});

test('T6-bound-to-addresses: a token works from its own address ranges, and tells others why not', async () => {
  const { person } = await people.signedUp();
  await ok(person.api.get('/app'));
  const body = { name: 'Till', scopes: ['apps:read'] };
  for (const [range, code] of [
    ['203.0.113.7/24', 'invalid_format'],
    ['0.0.0.0/0', 'too_wide'],
    ['::/0', 'too_wide'],
    ['::ffff:0:0/96', 'too_wide'],
  ]) {
    const wrong = await person.api.post('/personal-access-token', { ...body, cidrs: [range] });
    const [error] = wrong.body.errors;
    assert.deepEqual([wrong.status, error.field, error.code], [422, 'cidrs.0', code], range);
  }
  const cidrs = ['::ffff:203.0.113.0/120', '2001:db8::/32'];
  const made = await ok<Json>(person.api.post('/personal-access-token', { ...body, cidrs }));
  assert.deepEqual(made.cidrs, ['203.0.113.0/24', '2001:db8::/32']);
  const { token } = made;
  const from = (address: string) =>
    client(people.service.apiUrl, token).get('/app', { headers: { 'x-forwarded-for': address } });
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1']) {
    assert.equal((await from(address)).status, 200, address);
  }
  for (const address of ['203.0.114.9', '2001:db9::1', '127.0.0.1']) {
    const refused = await from(address);
    assert.deepEqual([refused.status, refused.body.code], [403, 'token_bound_to_addresses'], address);
  }
});

test('T6-production-addresses: no token that works from anywhere changes where a production app is paid', async () => {
  const { person } = await people.signedUp();
  await ok(person.api.get('/app'));
  const app = await newApp(person, 'production');
  const body = { name: 'Token', scopes: ['addresses:read', 'addresses:write'] };
  const newToken = (cidrs: string[] | null) => ok<Json>(person.api.post('/personal-access-token', { ...body, cidrs }));
  const made = [await newToken(null), await newToken(['127.0.0.1', '::1']), await newToken(['127.0.0.1'])];
  const [anywhere, here, wide] = made.map(({ token }) => client(people.service.apiUrl, token));
  // Simulates a token from before the widest range was limited.
  await people.db.query(`update personal_access_tokens set cidrs = '{0.0.0.0/0}' where id = $1`, [made[2]?.id]);
  await signRows(people, 'personal_access_token', [made[2]?.id]);
  const place = { app_id: app.id, network: 'ethereum', kind: 'address' };
  const address = { ...place, value: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' };
  const added = await ok<Json>(here?.post('/app-address', address) as never);
  assert.equal((await wide?.get('/app-addresses', { query: { app_id: app.id } }))?.status, 200);
  for (const refused of [
    await wide?.delete(`/app-address/${added.id}`),
    await anywhere?.post('/app-address', { ...place, value: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65' }),
    await anywhere?.put(`/app-address/${added.id}`, { enabled: false }),
    await anywhere?.delete(`/app-address/${added.id}`),
  ]) {
    assert.deepEqual([refused?.status, refused?.body.code], [403, 'address_range_required']);
  }
  const listed = await ok<Json[]>(person.api.get('/app-addresses', { query: { app_id: app.id } }));
  assert.deepEqual(
    listed.map((one) => [one.id, one.enabled]),
    [[added.id, true]],
  );
});

const dayMillis = 86_400_000;
const everyScope = [
  ...['invoices', 'apps', 'addresses', 'webhooks', 'account'].flatMap((group) => [`${group}:read`, `${group}:write`]),
];

function newApp(person: Pick<AddressedBrowser, 'api'>, environment = 'development'): Promise<Json> {
  return ok(person.api.post('/app', { name: 'Shop', url: 'https://shop.example', environment }));
}

test('a stream ends with what it was opened with: a token, an app token, a session, a grant, a role', async () => {
  const { person } = await people.signedUp();
  const { person: sam, email } = await people.signedUp();
  await ok(person.api.get('/app'));
  const app = await ok<Json>(
    person.api.post('/app', { name: 'Shop', url: 'https://shop.example', environment: 'development' }),
  );
  const invoice = await ok<Json>(person.api.post('/invoice', { app_id: app.id, total: '1', currency: 'USD' }));
  const invited = await ok<Json>(person.api.post('/app-member', { app_id: app.id, email, role: 'developer' }));
  const token = new URL(/http\S+\/invitation\?token=\S+/.exec(await people.mailTo(email, /invites you/))?.[0] ?? '');
  const cookieOf = (of: AddressedBrowser) => [...of.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  await fetch(token, { method: 'POST', headers: { cookie: cookieOf(sam) }, body: token.searchParams });

  const events = `${people.service.apiUrl}/events?v=1&app_id=${app.id}`;
  const own = `${people.service.apiUrl}/invoice/${invoice.id}/events?v=1`;
  const bearer = (held: string) => ({ authorization: `Bearer ${held}` });
  const pat = () =>
    ok<Json>(person.api.post('/personal-access-token', { name: 'CI', scopes: ['webhooks:read', 'invoices:read'] }));
  const [first, second] = [await pat(), await pat()];
  const scoped = { app_id: app.id, name: 'Till', scopes: ['webhooks:read'] };
  const till = await ok<Json>(person.api.post('/app-token', scoped));
  const party = await relyingParty(people.service.url, person);
  const granted = await party.signIn(person, { scope: 'openid webhooks:read' });
  const elsewhere = people.browser();
  const [owner] = await people.db.query<{ email: string }>(
    'select email from users u join apps a on a.owner_id = u.id where a.id = $1',
    [app.id],
  );
  await ok(elsewhere.auth('/sign-in/email', { email: owner?.email, password }));

  const stays = await openStream(events, bearer(second.token));
  const [grant] = await ok<Json[]>(person.api.get('/oauth2-sessions'));
  const sessions = await ok<Json[]>(person.api.get('/sessions'));
  const other = sessions.find(({ current }) => !current);
  const ends: [string, string, Record<string, string>, () => Promise<unknown>][] = [
    ['a token', events, bearer(first.token), () => ok(person.api.delete(`/personal-access-token/${first.id}`))],
    ['a session', own, { cookie: cookieOf(elsewhere) }, () => ok(person.api.delete(`/session/${other?.id}`))],
    ['a grant', events, bearer(granted.access_token), () => ok(person.api.delete(`/oauth2-session/${grant?.id}`))],
    ['a role', events, { cookie: cookieOf(sam) }, () => ok(person.api.delete(`/app-member/${invited.id}`))],
    ['a further app token', events, bearer(till.token), () => ok(person.api.delete(`/app-token/${till.id}`))],
    ['an app token', own, bearer(app.token), () => ok(person.api.put(`/app/${app.id}`, { token: true }))],
  ];
  for (const [what, url, headers, end] of ends) {
    const isOver = await openStream(url, headers);
    await end();
    await until(isOver, `the stream of ${what} to end`);
  }
  assert.equal(stays(), false);
  await ok(person.api.delete(`/personal-access-token/${second.id}`));
  await until(stays, 'the last stream to end');
});

test('a person may sign in and change things in the same moment: nothing waits for the rest in a circle', async () => {
  const { email, person } = await people.signedUp();
  const changes = Array.from({ length: 8 }, (_, at) => person.auth('/update-user', { name: `Name ${at}` }));
  const signIns = Array.from({ length: 8 }, () => people.browser().auth('/sign-in/email', { email, password }));
  const answers = await Promise.all([...changes, ...signIns]);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
});

// A browser with a session uses the API: cookie and CSRF token, fresh sign-ins, and the tokens that people make themselves.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { client, type Json, ok } from '../rig/client.ts';
import { password, sessionCookie, startPeople } from '../rig/people.ts';

const people = await startPeople();
after(() => people.close());

test('cookie and CSRF token together make an app; either alone does not; a bearer is not asked for one', async () => {
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

test('a CSRF token of one session is not good for another, and a page of another origin is refused with a good one', async () => {
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
  await people.db.query(`update sessions set created_at = created_at - interval '16 minutes' where id = $1`, [
    session.id,
  ]);
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

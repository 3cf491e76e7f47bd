// Programs act for people after their consent: OpenID Connect with a certified client, and every request that must be
// refused.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import * as openid from 'openid-client';
import { allow, type Page, relyingParty, wanderer } from '../rig/browser/relying-party.ts';
import { client, type Json, ok } from '../rig/client.ts';
import { password, sessionCookie, startPeople } from '../rig/people.ts';

const people = await startPeople();
after(() => people.close());
const origin = people.service.url;

const { person: owner } = await people.signedUp();
const shop = await relyingParty(origin, owner);
const rival = await relyingParty(origin, owner, { name: 'Rival' });

test('a user signs in, consents once, and the program has exactly the granted scopes', async () => {
  const { email, person } = await people.signedUp();
  const held = person.cookies.get(sessionCookie) as string;
  const { url, checks } = await shop.begin();

  person.cookies.clear();
  const browser = wanderer(origin, person);
  const signIn = (await browser.visit(url.href)) as Page;
  assert.match(signIn.url, /\/sign-in\?return_to=/);
  assertPolicy(signIn);
  const wrong = (await browser.submit(signIn, { email, password: 'not that one' })) as Page;
  assert.equal(wrong.status, 401);
  const consent = (await browser.submit(wrong, { email, password })) as Page;
  assertPolicy(consent);
  assert.match(consent.headers.get('content-security-policy') ?? '', /form-action 'self' https:\/\/shop\.example;/);
  for (const words of ['Shop plugin', email, 'shop.example', 'See your apps', 'See your e-mail address']) {
    assert.ok(consent.html.includes(words), words);
  }
  const back = (await browser.submit(consent, { decision: 'allow' })) as URL;
  assert.equal(back.origin + back.pathname, shop.redirectUri);
  assert.equal(back.searchParams.get('iss'), origin);
  const tokens = await openid.authorizationCodeGrant(shop.config, back, checks);
  assert.notEqual(person.cookies.get(sessionCookie), held);

  const claims = tokens.claims();
  const info = await openid.fetchUserInfo(shop.config, tokens.access_token, claims?.sub as string);
  assert.deepEqual([info.email, info.email_verified], [email, true]);
  const api = client(people.service.apiUrl, tokens.access_token);
  assert.deepEqual(await ok<Json>(api.get('/app')), []);
  const refused = await api.post('/app', { name: 'x', url: 'https://x.example', environment: 'development' });
  assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope']);
  assert.match(refused.headers.get('www-authenticate') ?? '', /scope="apps:write"/);
  assert.equal((await api.get('/oauth2-sessions')).status, 403);

  const [session] = await ok<Json>(person.api.get('/oauth2-sessions'));
  assert.deepEqual(session.client, { client_id: shop.client.client_id, name: 'Shop plugin' });
  assert.deepEqual(session.scopes.sort(), ['apps:read', 'email', 'openid']);

  const again = (await browser.visit((await shop.begin()).url.href)) as URL;
  assert.ok(again.searchParams.has('code'), 'what was allowed is not asked again');
  const more = (await browser.visit((await shop.begin({ scope: 'openid invoices:read' })).url.href)) as Page;
  assert.ok(more.html.includes('See your invoices'), 'what is new is asked');
});

test('the app token is shown only to a token with the scope for it', async () => {
  const { person } = await people.signedUp();
  await person.api.get('/app');
  await ok(person.api.post('/app', { name: 'Shop', url: 'https://shop.example', environment: 'development' }));
  for (const [scope, shown] of [
    ['apps:read', false],
    ['apps:read apps:token', true],
  ] as const) {
    const { url, checks } = await shop.begin({ scope: `openid ${scope}` });
    const tokens = await openid.authorizationCodeGrant(shop.config, await allow(origin, person, url), checks);
    const [app] = await ok<Json>(client(people.service.apiUrl, tokens.access_token).get('/app'));
    assert.equal('token' in app, shown, scope);
  }
});

test('a redirect_uri is taken as registered, to the letter (W18)', async () => {
  const { person } = await people.signedUp();
  const browser = wanderer(origin, person);
  const variants = [
    'https://shop.example/callback/',
    'https://shop.example/callback/../callback',
    'https://shop.example/callback%2e',
    'https://shop.example/Callback',
    'https://SHOP.example/callback',
    'https://shop.example:443/callback',
    'https://shop.example:8443/callback',
    'https://shop.example@evil.example/callback',
    'https://user@shop.example/callback',
    'https://shop.example.evil.example/callback',
    'https://shop.example/callback#x',
    'https://shop.example/callback?code=x',
    'http://shop.example/callback',
    'https://evil.example/',
    '',
  ];
  for (const redirect_uri of variants) {
    const page = (await browser.visit((await shop.begin({ redirect_uri })).url.href)) as Page;
    assert.equal(page.status, 400, redirect_uri);
    assertPolicy(page);
  }
  const twice = (await shop.begin()).url;
  twice.searchParams.append('redirect_uri', 'https://evil.example/');
  assert.equal(((await browser.visit(twice.href)) as Page).status, 400);
});

test('only a native client may come back to another port, of a loopback address', async () => {
  const { person } = await people.signedUp();
  const native = await relyingParty(origin, owner, {
    application_type: 'native',
    redirect_uris: ['http://127.0.0.1/back'],
  });
  assert.equal(native.client.client_secret, undefined);
  const { url, checks } = await native.begin({ redirect_uri: 'http://127.0.0.1:49152/back' });
  const back = await allow(origin, person, url);
  assert.equal(back.host, '127.0.0.1:49152');
  const tokens = await openid.authorizationCodeGrant(native.config, back, checks);
  assert.ok(tokens.refresh_token);
  const elsewhere = await native.begin({ redirect_uri: 'http://127.0.0.1:49152/other' });
  assert.equal(((await wanderer(origin, person).visit(elsewhere.url.href)) as Page).status, 400);
});

test('without PKCE, with plain, or a wrong verifier there are no tokens; a failed code is void (W19)', async () => {
  const { person } = await people.signedUp();
  const browser = wanderer(origin, person);
  const without = (await shop.begin()).url;
  without.searchParams.delete('code_challenge');
  without.searchParams.delete('code_challenge_method');
  const plain = (await shop.begin({ code_challenge_method: 'plain' })).url;
  for (const url of [without, plain]) {
    const back = (await browser.visit(url.href)) as URL;
    assert.equal(back.searchParams.get('error'), 'invalid_request');
    assert.equal(back.searchParams.has('code'), false);
  }
  const { url, checks } = await shop.begin();
  const back = await allow(origin, person, url);
  const wrong = { ...checks, pkceCodeVerifier: openid.randomPKCECodeVerifier() };
  await refusedWith('invalid_grant', () => openid.authorizationCodeGrant(shop.config, back, wrong));
  await refusedWith('invalid_grant', () => openid.authorizationCodeGrant(shop.config, back, checks));
});

test('a code works once, for its own client; a second use revokes the tokens (W20)', async () => {
  const { person } = await people.signedUp();
  const { url, checks } = await shop.begin();
  const back = await allow(origin, person, url);
  const stolen = await tokenRequest(rival.client, {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') as string,
    redirect_uri: shop.redirectUri,
    code_verifier: checks.pkceCodeVerifier as string,
  });
  assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant']);
  const tokens = await openid.authorizationCodeGrant(shop.config, back, checks);
  const api = client(people.service.apiUrl, tokens.access_token);
  assert.equal((await api.get('/app')).status, 200);
  await refusedWith('invalid_grant', () => openid.authorizationCodeGrant(shop.config, back, checks));
  assert.equal((await api.get('/app')).status, 401);
});

test('a refresh token is exchanged for another; a second use of the old one ends them all (W21)', async () => {
  const { person } = await people.signedUp();
  const first = await shop.signIn(person);
  const second = await openid.refreshTokenGrant(shop.config, first.refresh_token as string);
  assert.notEqual(second.refresh_token, first.refresh_token);
  const api = client(people.service.apiUrl, second.access_token);
  assert.equal((await api.get('/app')).status, 200);
  await refusedWith('invalid_grant', () => openid.refreshTokenGrant(shop.config, first.refresh_token as string));
  assert.equal((await api.get('/app')).status, 401);
  await refusedWith('invalid_grant', () => openid.refreshTokenGrant(shop.config, second.refresh_token as string));
});

test('of two refreshes at the same moment at most one is answered', async () => {
  const { person } = await people.signedUp();
  const { refresh_token } = await shop.signIn(person);
  const tries = await Promise.allSettled(
    [1, 2, 3, 4].map(() => openid.refreshTokenGrant(shop.config, refresh_token as string)),
  );
  assert.ok(tries.filter(({ status }) => status === 'fulfilled').length <= 1);
  for (const one of tries) {
    if (one.status === 'rejected') assert.equal((one.reason as openid.ResponseBodyError).error, 'invalid_grant');
  }
});

test('a client sees and revokes its own tokens only', async () => {
  const { person } = await people.signedUp();
  const tokens = await shop.signIn(person);
  const own = await openid.tokenIntrospection(shop.config, tokens.access_token);
  assert.deepEqual([own.active, own.client_id, own.scope], [true, shop.client.client_id, 'openid email apps:read']);
  const foreign = await openid.tokenIntrospection(rival.config, tokens.access_token);
  assert.deepEqual(foreign, { active: false });
  await openid.tokenRevocation(rival.config, tokens.access_token).catch(() => undefined);
  const api = client(people.service.apiUrl, tokens.access_token);
  assert.equal((await api.get('/app')).status, 200);
  await openid.tokenRevocation(shop.config, tokens.access_token);
  const gone = await api.get('/app');
  assert.deepEqual([gone.status, gone.body.code], [401, 'invalid_token']);
  assert.match(gone.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
});

test('what a person takes back stops at once, and is asked again', async () => {
  const { person } = await people.signedUp();
  const tokens = await shop.signIn(person);
  const [session] = await ok<Json>(person.api.get('/oauth2-sessions'));
  const { person: stranger } = await people.signedUp();
  await stranger.api.get('/oauth2-sessions');
  assert.equal((await stranger.api.delete(`/oauth2-session/${session.id}`)).status, 404);
  await ok(person.api.delete(`/oauth2-session/${session.id}`));
  assert.equal((await client(people.service.apiUrl, tokens.access_token).get('/app')).status, 401);
  await refusedWith('invalid_grant', () => openid.refreshTokenGrant(shop.config, tokens.refresh_token as string));
  assert.deepEqual(await openid.tokenIntrospection(shop.config, tokens.access_token), { active: false });
  assert.deepEqual(await ok<Json>(person.api.get('/oauth2-sessions')), []);
  const page = (await wanderer(origin, person).visit((await shop.begin()).url.href)) as Page;
  assert.ok(page.html.includes('name="decision"'));
});

test('who does not allow it gives nothing; a form without the token of the session is refused', async () => {
  const { person } = await people.signedUp();
  const browser = wanderer(origin, person);
  const page = (await browser.visit((await shop.begin()).url.href)) as Page;
  const forged = { ...page, html: page.html.replace(/name="csrf" value="[^"]*"/, 'name="csrf" value="x"') };
  assert.equal(((await browser.submit(forged, { decision: 'allow' })) as Page).status, 403);
  const back = (await browser.submit(page, { decision: 'deny' })) as URL;
  assert.equal(back.searchParams.get('error'), 'access_denied');
  assert.deepEqual(await ok<Json>(person.api.get('/oauth2-sessions')), []);
});

test('an authorization ends with the session: prompt=none is refused, also for another person', async () => {
  const { person } = await people.signedUp();
  const first = await shop.signIn(person);
  const browser = wanderer(origin, person);
  const silent = async () => (await browser.visit((await shop.begin({ prompt: 'none' })).url.href)) as URL;
  assert.ok((await silent()).searchParams.has('code'));
  await ok(person.auth('/sign-out', {}, { origin }));
  assert.equal((await silent()).searchParams.get('error'), 'login_required');
  assert.equal((await client(people.service.apiUrl, first.access_token).get('/app')).status, 200);
  const { person: other } = await people.signedUp();
  person.cookies.set(sessionCookie, other.cookies.get(sessionCookie) as string);
  const second = await shop.signIn(person);
  assert.notEqual(second.claims()?.sub, first.claims()?.sub);
  const fresh = (await browser.visit((await shop.begin({ prompt: 'login' })).url.href)) as Page;
  assert.match(fresh.url, /\/sign-in\?/);
});

test('signing out at the client signs out here as well, if the person says so', async () => {
  const { person } = await people.signedUp();
  const tokens = await shop.signIn(person);
  const url = openid.buildEndSessionUrl(shop.config, {
    id_token_hint: tokens.id_token as string,
    post_logout_redirect_uri: 'https://shop.example/bye',
    state: 'there',
  });
  const browser = wanderer(origin, person);
  const page = (await browser.visit(url.href)) as Page;
  assertPolicy(page);
  assert.equal((await person.api.get('/app')).status, 200);
  const back = (await browser.submit(page, { logout: 'yes' })) as URL;
  assert.equal(back.href, 'https://shop.example/bye?state=there');
  assert.equal((await person.api.get('/app')).status, 401);
});

test('a client’s secret is shown once, can be rotated, and is stored as a hash; its client has one owner', async () => {
  const [listed] = await ok<Json>(owner.api.get('/oauth2-clients', { query: { limit: 1 } }));
  assert.equal('client_secret' in listed, false);
  const made = await ok<Json>(
    owner.api.post('/oauth2-client', { name: 'Temporary', redirect_uris: ['https://shop.example/x'] }),
  );
  const request = { grant_type: 'refresh_token', refresh_token: 'none' };
  assert.equal((await tokenRequest(made, request)).body.error, 'invalid_grant');
  const hash = createHash('sha256').update(made.client_secret).digest('hex');
  assert.equal((await tokenRequest({ ...made, client_secret: hash }, request)).body.error, 'invalid_client');
  const rotated = await ok<Json>(owner.api.post(`/oauth2-client/${made.id}/rotate-secret`));
  assert.equal((await tokenRequest(made, request)).body.error, 'invalid_client');
  assert.equal((await tokenRequest(rotated, request)).body.error, 'invalid_grant');
  const { person: stranger } = await people.signedUp();
  await stranger.api.get('/oauth2-clients');
  for (const answer of [
    await stranger.api.put(`/oauth2-client/${made.id}`, { name: 'Mine' }),
    await stranger.api.delete(`/oauth2-client/${made.id}`),
    await stranger.api.post(`/oauth2-client/${made.id}/rotate-secret`),
  ]) {
    assert.equal(answer.status, 404);
  }
  const bad = await owner.api.put(`/oauth2-client/${made.id}`, { redirect_uris: ['http://shop.example/'] });
  assert.deepEqual(
    [bad.status, bad.body.errors[0].field, bad.body.errors[0].code],
    [422, 'redirect_uris.0', 'not_secure'],
  );
  assert.equal((await ok<Json>(owner.api.put(`/oauth2-client/${made.id}`, { name: 'Renamed' }))).name, 'Renamed');
  await ok(owner.api.delete(`/oauth2-client/${made.id}`));
  assert.equal((await tokenRequest(rotated, request)).body.error, 'invalid_client');
});

test('the metadata lists the supported features, and URLs do not come from the Host header (W22)', async () => {
  const found = await fetch(`${origin}/.well-known/openid-configuration`, {
    headers: { 'x-forwarded-host': 'evil.example' },
  });
  const offered = (await found.json()) as Json;
  assert.equal(offered.issuer, origin);
  assert.equal(offered.token_endpoint, `${origin}/oauth2/token`);
  assert.deepEqual(offered.code_challenge_methods_supported, ['S256']);
  assert.deepEqual(offered.response_types_supported, ['code']);
  assert.deepEqual(offered.id_token_signing_alg_values_supported, ['RS256', 'ES256']);
  assert.equal((await fetch(`${origin}/.well-known/oauth-authorization-server`)).status, 200);
  const { keys } = (await (await fetch(offered.jwks_uri)).json()) as Json;
  assert.deepEqual(keys.map((key: Json) => [key.alg, key.use, key.d]).sort(), [
    ['ES256', 'sig', undefined],
    ['RS256', 'sig', undefined],
  ]);
  const lines = people.service.lines.filter((line) => line.includes('oidc-provider'));
  assert.deepEqual(lines, [], 'the library has nothing to warn of');
});

test('nothing that a holder could present is stored', async () => {
  const { person } = await people.signedUp();
  const tokens = await shop.signIn(person);
  const rows = await people.db.query<{ text: string }>(
    `select row_to_json(a)::text as text from oauth2_artifacts a
     union all select row_to_json(g)::text from oauth2_grants g
     union all select row_to_json(c)::text from oauth2_clients c
     union all select row_to_json(k)::text from oauth2_signing_keys k`,
  );
  assert.ok(rows.length > 4);
  const secrets = [tokens.access_token, tokens.refresh_token, shop.client.client_secret, '"d":'];
  for (const secret of secrets) assert.ok(!rows.some(({ text }) => text.includes(secret as string)));
});

test('who let a program in, and who took it back, is in the log of the person', async () => {
  const { person } = await people.signedUp();
  const es256 = await relyingParty(origin, person, { id_token_signed_response_alg: 'ES256' });
  const tokens = await es256.signIn(person);
  assert.equal(JSON.parse(atob((tokens.id_token as string).split('.')[0] as string)).alg, 'ES256');
  const [session] = await ok<Json>(person.api.get('/oauth2-sessions'));
  await ok(person.api.delete(`/oauth2-session/${session.id}`));
  await ok(person.api.post(`/oauth2-client/${es256.client.id}/rotate-secret`));
  await ok(person.api.delete(`/oauth2-client/${es256.client.id}`));
  const entries = await ok<Json[]>(person.api.get('/audit-log'));
  const actions = entries.map((entry) => entry.action as string).filter((action) => action.startsWith('oauth2'));
  assert.deepEqual(actions.reverse(), [
    'oauth2_client.created',
    'oauth2_session.allowed',
    'oauth2_session.revoked',
    'oauth2_client.secret_rotated',
    'oauth2_client.deleted',
  ]);
  assert.equal(JSON.stringify(entries).includes('qcs_'), false);
});

async function refusedWith(code: string, act: () => Promise<unknown>): Promise<void> {
  await assert.rejects(act, (error: openid.ResponseBodyError) => error.error === code);
}

async function tokenRequest(of: Json, body: Record<string, string>): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${origin}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${of.client_id}:${of.client_secret}`)}` },
    body: new URLSearchParams(body),
  });
  return { status: response.status, body: await response.json() };
}

function assertPolicy(page: Page): void {
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  // Scripts come at most from a file of the service, and never from within the page.
  assert.doesNotMatch(policy, /script-src (?!'self';)/);
}

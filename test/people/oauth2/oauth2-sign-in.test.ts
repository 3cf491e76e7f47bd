// A program asks a person for access: the sign-in page, real browsers, proxies, and programs in web pages.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import * as openid from 'openid-client';
import { attemptSubject } from '../../../src/features/people/identity/sign-in/attempt-store.ts';
import { ageSessions } from '../../rig/access/aged-sessions.ts';
import { authenticatorApp } from '../../rig/access/authenticator-app.ts';
import { signRows } from '../../rig/access/signed-rows.ts';
import { launchBrowser } from '../../rig/browser/browser.ts';
import { type Page, relyingParty, wanderer } from '../../rig/browser/relying-party.ts';
import { client, type Json, ok, until } from '../../rig/client.ts';
import { testDatabase } from '../../rig/database.ts';
import { password, startPeople } from '../../rig/people.ts';
import { startService, withoutNetworks } from '../../rig/service.ts';

const people = await startPeople();
after(() => people.close());
const origin = people.service.url;

const { person: owner } = await people.signedUp();
const shop = await relyingParty(origin, owner);

test('a sign-in is as fresh as the client asks, and of the person it names, and asked for once', async () => {
  const { person, email } = await people.signedUp();
  const first = await shop.signIn(person);
  const browser = wanderer(origin, person);
  for (const parameters of [{ max_age: '0' }, { prompt: 'login' }] as const) {
    const page = (await browser.visit((await shop.begin(parameters)).url.href)) as Page;
    assert.match(page.url, /\/sign-in\?/, JSON.stringify(parameters));
    const back = (await browser.submit(page, { email, password })) as URL;
    assert.ok(back.searchParams.has('code'), JSON.stringify(parameters));
  }
  const id_token_hint = first.id_token as string;
  const silent = { id_token_hint, prompt: 'none' };
  assert.ok(((await browser.visit((await shop.begin(silent)).url.href)) as URL).searchParams.has('code'));
  const { person: other } = await people.signedUp();
  await shop.signIn(other);
  const there = wanderer(origin, other);
  const refused = (await there.visit((await shop.begin(silent)).url.href)) as URL;
  assert.equal(refused.searchParams.get('error'), 'login_required');
  const page = (await there.visit((await shop.begin({ id_token_hint })).url.href)) as Page;
  const back = (await there.submit(page, { email, password })) as URL;
  assert.ok(back.searchParams.has('code'));
});

test('T6-nobody-keeps-nothing: before a sign-in an authorization is in its address, without a row', async () => {
  const { person, email } = await people.signedUp();
  await shop.signIn(person);
  const count = async () =>
    (await people.db.query<{ count: string }>('select count(*) from oauth2_artifacts'))[0]?.count as string;
  const before = await count();
  for (const parameters of [
    {},
    { prompt: 'login' },
    { max_age: '0' },
    { prompt: 'none' },
    { prompt: 'consent' },
  ] as const) {
    const { url } = await shop.begin(parameters);
    const answer = await fetch(url.href, { redirect: 'manual' });
    assert.equal(answer.status, 303);
    assert.deepEqual(answer.headers.getSetCookie(), []);
  }
  assert.equal(await count(), before);
  // The original request continues after one sign-in, even if the client requires a new one.
  for (const parameters of [{ prompt: 'login' }, { max_age: '0' }, { state: 'a b&c=d' }] as const) {
    person.cookies.clear();
    const browser = wanderer(origin, person);
    const { url, checks } = await shop.begin(parameters);
    const page = (await browser.visit(url.href)) as Page;
    const back = (await browser.submit(page, { email, password })) as URL;
    assert.ok(back.searchParams.has('code'), JSON.stringify(parameters));
    assert.equal(back.searchParams.get('state'), 'state' in parameters ? parameters.state : checks.expectedState);
  }
});

test('a consent with an effect needs a recent sign-in, and the page names the effect', async () => {
  const { person, email } = await people.signedUp();
  const browser = wanderer(origin, person);
  const asking = async (scope: string) =>
    (await browser.visit((await shop.begin({ scope: `openid ${scope}` })).url.href)) as Page;
  const read = await asking('apps:read transactions:write');
  assert.ok(read.html.includes('name="decision"') && !read.html.includes('It can'), read.html);
  await ageSessions(people, { email }, 16);
  assert.ok((await asking('apps:read transactions:write')).html.includes('name="decision"'));
  for (const [scope, words] of [
    ['apps:write', 'It can change where your customers and their data are sent, and switch off parts of your shop.'],
    ['addresses:write', 'Change the addresses where you are paid. It can cost you money.'],
    ['account:write', 'It can let people and programs in, or lock them out.'],
  ] as const) {
    await ageSessions(people, { email }, 16);
    const signIn = await asking(scope);
    assert.match(signIn.url, /\/sign-in\?/, scope);
    const consent = (await browser.submit(signIn, { email, password })) as Page;
    assert.ok(consent.html.includes(words), consent.html);
  }
});

test('an answer by form_post comes on a page that runs its own script only', async () => {
  const { person } = await people.signedUp();
  await shop.signIn(person);
  const page = (await wanderer(origin, person).visit(
    (
      await shop.begin({ response_mode: 'form_post' })
    ).url.href,
  )) as Page;
  const script = /<script>([\s\S]*?)<\/script>/.exec(page.html)?.[1] as string;
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.ok(policy.includes(`script-src 'sha256-${hash}'`) && policy.includes("default-src 'none'"), policy);
  assert.match(page.html, /action="https:\/\/shop\.example\/callback"/);
});

test('with a second factor the sign-in page asks for its code before it leads on', async () => {
  const { person, email } = await people.signedUp();
  const enabled = await ok<Json>(person.auth('/two-factor/enable', { password }));
  const app = authenticatorApp(enabled.totpURI);
  await ok(person.auth('/two-factor/verify-totp', { code: app.next() }));
  person.cookies.clear();
  const browser = wanderer(origin, person);
  const signIn = (await browser.visit((await shop.begin()).url.href)) as Page;
  const askCode = (await browser.submit(signIn, { email, password })) as Page;
  assert.match(askCode.html, /name="code"/);
  const wrong = (await browser.submit(askCode, { code: app.last() })) as Page;
  assert.deepEqual([wrong.status, wrong.html.includes('name="code"')], [401, true]);
  const consent = (await browser.submit(wrong, { code: app.next() })) as Page;
  assert.ok(consent.html.includes('name="decision"'));
});

test('a real browser signs in, allows it, and is let go to the program’s own address', async () => {
  const { email } = await people.signedUp();
  const program = createServer((_request, response) => response.end('Welcome back'));
  program.listen(0, '127.0.0.1');
  await once(program, 'listening');
  const redirectUri = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
  const party = await relyingParty(origin, owner, { redirect_uris: [redirectUri] });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => void complaints.push(message.text()));
    const { url, checks } = await party.begin({ redirect_uri: redirectUri });
    await page.goto(url.href);
    await page.fill('#email', email);
    await page.fill('#password', password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForURL(`${redirectUri}?**`);
    const tokens = await openid.authorizationCodeGrant(party.config, new URL(page.url()), checks);
    assert.ok(tokens.access_token);
    assert.deepEqual(
      complaints.filter((text) => text.includes('Content Security Policy')),
      [],
    );
  } finally {
    await browser.close();
    program.close();
  }
});

test('T7-programs: a token, a grant and a client that somebody wrote into the database act for nobody', async () => {
  const { db, service } = people;
  const [victim, thief] = [await people.signedUp(), await people.signedUp()];
  const mine = await shop.signIn(thief.person);
  await shop.signIn(victim.person);
  const asThief = client(service.apiUrl, mine.access_token);
  assert.equal((await asThief.get('/app')).status, 200);
  const idOf = (email: string) => `(select id from users where email = '${email}')`;
  const tamper = async (statement: string, undo: string, refused: () => Promise<unknown>) => {
    await db.query(statement);
    await refused();
    await db.query(undo);
  };
  const hash = createHash('sha256').update(mine.access_token).digest('hex');
  const row = `oauth2_artifacts a where a.id_hash = decode('${hash}', 'hex')`;

  // The thief extends their own token: more scopes, another person, or a later end.
  const [{ payload } = assert.fail()] = await db.query<{ payload: Json }>(`select payload from ${row}`);
  for (const change of [
    `payload = payload || '{"scope":"openid apps:read apps:write"}'`,
    `user_id = ${idOf(victim.email)}`,
    `expires_at = expires_at + interval '1 year'`,
    `grant_id = (select grant_id from oauth2_grants where user_id = ${idOf(victim.email)})`,
  ]) {
    const [held = assert.fail()] = await db.query<Json>(`select user_id, expires_at, grant_id from ${row}`);
    await db.query(`update oauth2_artifacts a set ${change} ${row.slice(row.indexOf('where'))}`);
    assert.equal((await asThief.get('/app')).status, 401, change);
    const introspected = await openid.tokenIntrospection(shop.config, mine.access_token);
    assert.equal(introspected.active, false, change);
    await db.query(
      `update oauth2_artifacts a set payload = $1, user_id = $2, expires_at = $3, grant_id = $4
       ${row.slice(row.indexOf('where'))}`,
      [JSON.stringify(payload), held.user_id, held.expires_at, held.grant_id],
    );
  }
  assert.equal((await asThief.get('/app')).status, 200, 'put back as it was it counts again');
  await service.says('token.tampered');

  // More scopes in the victim's grant: the victim is asked for consent, and the program gets no token meanwhile.
  const { refresh_token } = await shop.signIn(victim.person);
  const widened = `'{"openid":{"scope":"openid email apps:read apps:write"}}'`;
  await db.query(`update oauth2_grants set payload = payload || ${widened} where user_id = ${idOf(victim.email)}`);
  await assert.rejects(openid.refreshTokenGrant(shop.config, refresh_token as string), { error: 'invalid_grant' });
  const asked = (await wanderer(origin, victim.person).visit((await shop.begin()).url.href)) as Page;
  assert.match(asked.html, /name="decision"/);
  const anew = await shop.signIn(victim.person);
  assert.equal((await client(service.apiUrl, anew.access_token).get('/app')).status, 200);

  // Another redirect URI: no person is redirected there, and the owner learns how to repair it.
  const evil = 'https://evil.example/';
  const redirects = `oauth2_clients set redirect_uris`;
  await tamper(
    `update ${redirects} = redirect_uris || array['${evil}'] where client_id = '${shop.client.client_id}'`,
    `update ${redirects} = array['${shop.redirectUri}'] where client_id = '${shop.client.client_id}'`,
    async () => {
      for (const redirect_uri of [evil, shop.redirectUri]) {
        const { url } = await shop.begin({ redirect_uri });
        const answer = await fetch(url.href, { redirect: 'manual' });
        assert.deepEqual([answer.status, answer.headers.get('location')], [400, null]);
      }
      for (const act of [
        () => owner.api.put(`/oauth2-client/${shop.client.id}`, { name: 'Renamed' }),
        () => owner.api.post(`/oauth2-client/${shop.client.id}/rotate-secret`),
      ]) {
        const refused = await act();
        assert.deepEqual([refused.status, refused.body.code], [409, 'client_tampered']);
      }
    },
  );
  await service.says('client.tampered');
  assert.equal((await client(service.apiUrl, (await shop.signIn(victim.person)).access_token).get('/app')).status, 200);
});

test('behind a proxy that ends TLS, below a path, every address and cookie is of that place', async () => {
  const issuer = 'https://pay.example/shop';
  const database = await testDatabase();
  const service = await startService({
    databaseUrl: database.url,
    config: withoutNetworks,
    roles: 'api',
    env: { PUBLIC_URL: issuer },
  });
  try {
    const offered = (await (await fetch(`${service.url}/.well-known/openid-configuration`)).json()) as Json;
    assert.deepEqual([offered.issuer, offered.token_endpoint], [issuer, `${issuer}/oauth2/token`]);
    const clients = await database.db.query<{ id: string }>(
      `with owner as (insert into users (id, email, created_at, updated_at)
         values (gen_random_uuid(), 'o@example.com', now(), now()) returning id)
       insert into oauth2_clients select gen_random_uuid(), id, 'shop', 'Shop', 'web', 'none', 'RS256',
         array['https://shop.example/'], array[]::text[], array['https://shop.example'], null, now(), now() from owner
       returning id`,
    );
    await signRows(
      { db: database.db, service },
      'oauth2_client',
      clients.map(({ id }) => id),
    );
    const query = new URLSearchParams({
      client_id: 'shop',
      redirect_uri: 'https://shop.example/',
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const answer = await fetch(`${service.url}/oauth2/authorize?${query}`, { redirect: 'manual' });
    assert.match(
      answer.headers.get('location') ?? '',
      /^https:\/\/pay\.example\/shop\/sign-in\?return_to=%2Foauth2%2Fauthorize/,
    );
    assert.deepEqual(answer.headers.getSetCookie(), []);
    const cookies = (await fetch(`${service.url}/oauth2/end-session`)).headers.getSetCookie();
    assert.ok(cookies.length > 0);
    for (const cookie of cookies) {
      assert.match(cookie, /path=\/shop\/oauth2/);
      assert.match(cookie, /; secure/);
      assert.match(cookie, /; httponly/);
    }
  } finally {
    await service.stop();
    await database.drop();
  }
});

test('secrets cannot be tried without end, and who is right is not counted', async () => {
  const { person } = await people.signedUp();
  const tokens = await shop.signIn(person);
  const subject = attemptSubject('token', 'address 10.9.8.7');
  const introspect = async (secret: string) =>
    fetch(`${origin}/oauth2/introspect`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${shop.client.client_id}:${secret}`)}`,
        'x-forwarded-for': '10.9.8.7',
      },
      body: new URLSearchParams({ token: tokens.access_token }),
    });
  const counted = async () =>
    (
      await people.db.query<{ attempts: number }>('select attempts from sign_in_attempts where subject = $1', [subject])
    )[0]?.attempts;
  assert.equal((await introspect('wrong')).status, 401);
  await until(async () => (await counted()) === 1, 'the failure to be counted');
  assert.equal((await introspect(shop.client.client_secret)).status, 200);
  await until(async () => (await counted()) === 1, 'the success to be forgiven');
  await people.db.query('update sign_in_attempts set attempts = 300 where subject = $1', [subject]);
  const refused = await introspect(shop.client.client_secret);
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
});

test('a program in a page may fetch its tokens from its own origin, and no other page may read them', async () => {
  const page = await relyingParty(origin, owner, { token_endpoint_auth_method: 'none' });
  const ask = async (from: string) => {
    const body = new URLSearchParams({
      client_id: page.client.client_id,
      grant_type: 'refresh_token',
      refresh_token: 'none',
    });
    const answer = await fetch(`${origin}/oauth2/token`, { method: 'POST', headers: { origin: from }, body });
    return answer.headers.get('access-control-allow-origin');
  };
  assert.equal(await ask('https://shop.example'), 'https://shop.example');
  assert.equal(await ask('https://evil.example'), null);
  const preflight = await fetch(`${origin}/oauth2/token`, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  });
  assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /POST/);
});

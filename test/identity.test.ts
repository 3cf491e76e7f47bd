// People sign in: by password, with a second factor, over a mailed link; and their browsers then use the API.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { base32nopad } from '@scure/base';
import { codeOfStep } from '../src/features/identity/sign-in/one-time-code.ts';
import { type BrowserSession, browserSession } from './rig/browser-session.ts';
import { client, type Json, ok, until } from './rig/client.ts';
import { testDatabase } from './rig/database.ts';
import { type MailServer, startMailServer } from './rig/mail-server.ts';
import { quittance } from './rig/merchant.ts';
import { type ServiceProcess, startService } from './rig/service.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let service: ServiceProcess;
let mail: MailServer;
const password = 'correct horse battery';
const cookieName = 'quittance_session';

before(async () => {
  database = await testDatabase();
  mail = await startMailServer();
  service = await startService({
    databaseUrl: database.url,
    config: { networks: {}, rates: { sources: [], fixed: { ETH: { USD: '2000' } } } },
    roles: 'api',
    // Tests come from many addresses, so that what one tries is not counted against the next.
    env: { SIGN_UP: 'open', SMTP_URL: mail.url, TRUST_PROXY: 'on' },
  });
});

after(async () => {
  await service?.stop();
  await mail?.close();
  await database?.drop();
});

/** A browser at an address of its own. */
function browser(): BrowserSession & { readonly from: Record<string, string> } {
  const address = `10.${[...randomBytes(3)].join('.')}`;
  const made = browserSession(service.apiUrl);
  const from = { 'x-forwarded-for': address };
  return { ...made, from, auth: (path, body, headers = {}) => made.auth(path, body, { ...from, ...headers }) };
}

function freshEmail(): string {
  return `person-${randomBytes(5).toString('hex')}@example.com`;
}

async function signedUp(): Promise<{ email: string; person: ReturnType<typeof browser> }> {
  const person = browser();
  const email = freshEmail();
  await ok(person.auth('/sign-up/email', { email, password, name: 'Somebody' }));
  return { email, person };
}

function mailTo(email: string, subject: RegExp): Promise<string> {
  return until(
    () => mail.mails.find((one) => one.to.includes(email) && subject.test(one.text))?.text,
    `a mail to ${email}`,
  );
}

test('the first person runs the instance, later ones are merchants, and no body shows the session token', async () => {
  const first = browser();
  const up = await ok<Json>(first.auth('/sign-up/email', { email: freshEmail(), password, name: 'First' }));
  assert.equal(up.user.role, 'operator');
  assert.equal('token' in up, false);
  const second = browser();
  const email = freshEmail();
  assert.equal(
    (await ok<Json>(second.auth('/sign-up/email', { email, password, name: 'Second' }))).user.role,
    'merchant',
  );
  const session = await ok<Json>(second.auth('/get-session'));
  assert.equal(session.user.email, email);
  assert.equal('token' in session.session, false);
  const signedIn = await second.auth('/sign-in/email', { email, password });
  assert.equal('token' in signedIn.body, false);
  const cookie = signedIn.headers.getSetCookie().find((line) => line.startsWith(`${cookieName}=`)) ?? '';
  assert.match(cookie, /HttpOnly/i);
  assert.match(cookie, /SameSite=Lax/i);
  assert.match(cookie, /Path=\//i);
});

test('nobody makes themselves an operator', async () => {
  const person = browser();
  const answer = await person.auth('/sign-up/email', { email: freshEmail(), password, name: 'X', role: 'operator' });
  if (answer.status === 200) assert.equal(answer.body.user.role, 'merchant');
  else assert.equal(answer.status, 400);
  const { person: other } = await signedUp();
  await other.auth('/update-user', { role: 'operator' });
  assert.equal((await ok<Json>(other.auth('/get-session'))).user.role, 'merchant');
});

test('a person made on the command line signs in, and only the hash of the session token is stored', async () => {
  const email = `Operator.${freshEmail()}`;
  const made = await quittance(service, ['user', 'create', '--email', email, '--password-stdin'], `${password}\n`);
  assert.equal(made.code, 0, made.stderr);
  const person = browser();
  await ok(person.auth('/sign-in/email', { email: email.toLowerCase(), password }));
  const token = decodeURIComponent(person.cookies.get(cookieName) ?? '').split('.')[0] as string;
  assert.equal(token.length, 32);
  const rows = await database.db.query<{ row: string }>('select row_to_json(sessions)::text as row from sessions');
  assert.ok(rows.length > 0);
  assert.equal(
    rows.some(({ row }) => row.includes(token)),
    false,
  );
});

test('cookie and CSRF token together make an app; either alone does not; a bearer is not asked for one', async () => {
  const { person } = await signedUp();
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
  const made = await client(service.apiUrl, app.token).post('/invoice', { total: '1.00', currency: 'USD' });
  assert.equal(made.status, 201);
});

test('a CSRF token of one session is not good for another, and a page of another origin is refused with a good one', async () => {
  const { person: one } = await signedUp();
  const { person: two } = await signedUp();
  await ok(one.api.get('/app'));
  const body = { name: 'Shop', url: 'https://shop.example', environment: 'development' };
  two.cookies.set('csrf_', one.cookies.get('csrf_') as string);
  const crossed = await two.api.post('/app', body, { headers: { 'x-csrf-token': one.csrf() as string } });
  assert.equal(crossed.body.code, 'csrf_failed');
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const foreign = await one.api.post('/app', body, { headers });
    assert.deepEqual([foreign.status, foreign.body.code], [403, 'csrf_failed']);
  }
  assert.equal((await one.api.post('/app', body, { headers: { origin: service.url } })).status, 201);
});

test('public operations ask a browser with a session for a CSRF token, and one without for none', async () => {
  const { person } = await signedUp();
  const body = {
    invoice_id: '00000000-0000-4000-8000-000000000000',
    from: 'x',
    cryptocurrency: 'ETH',
    network: 'local',
  };
  assert.equal((await person.api.post('/transaction', body)).body.code, 'csrf_failed');
  assert.notEqual((await client(service.apiUrl).post('/transaction', body)).status, 403);
  const stale = await client(service.apiUrl).post('/transaction', body, {
    headers: { cookie: `${cookieName}=gone.x` },
  });
  assert.notEqual(stale.status, 403);
});

test('with an Authorization header the cookie is not looked at', async () => {
  const { person } = await signedUp();
  const wrong = await person.api.get('/app', { headers: { authorization: 'Bearer nonsense' } });
  assert.deepEqual([wrong.status, wrong.body.code], [401, 'invalid_token']);
  assert.equal(wrong.headers.get('x-csrf-token'), null);
});

test('receiving addresses change only in a session signed in within 15 minutes', async () => {
  const { person, email } = await signedUp();
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
  await database.db.query(`update sessions set created_at = created_at - interval '16 minutes' where id = $1`, [
    session.id,
  ]);
  const refused = await person.api.delete(`/app-address/${made.id}`);
  assert.deepEqual([refused.status, refused.body.code], [403, 'reauthentication_required']);
  assert.equal((await person.api.get('/app-addresses', { query: { app_id: app.id } })).status, 200);
  await ok(person.auth('/sign-in/email', { email, password }));
  await ok(person.api.get('/app'));
  assert.equal((await person.api.delete(`/app-address/${made.id}`)).status, 200);
});

test('a sign-in makes a new session and ends the one before; a sign-out ends it; an idle or old one is over', async () => {
  const { person, email } = await signedUp();
  const before = person.copy();
  await ok(person.auth('/sign-in/email', { email, password }));
  assert.equal((await before.api.get('/app')).status, 401);
  const thief = person.copy();
  assert.equal((await thief.api.get('/app')).status, 200);
  assert.equal((await person.auth('/sign-out', {})).status, 200);
  assert.equal((await thief.api.get('/app')).status, 401);

  await ok(person.auth('/sign-in/email', { email, password }));
  const ofThem = 'where user_id = (select id from users where email = $1)';
  await database.db.query(`update sessions set last_used_at = now() - interval '25 hours' ${ofThem}`, [email]);
  assert.equal((await person.api.get('/app')).status, 401);
  assert.equal((await person.auth('/get-session')).body, null);
  await ok(person.auth('/sign-in/email', { email, password }));
  await database.db.query(`update sessions set expires_at = now() - interval '1 second' ${ofThem}`, [email]);
  assert.equal((await person.api.get('/app')).status, 401);
});

test('a person sees where they are signed in and ends one of their sessions, never another’s', async () => {
  const { person, email } = await signedUp();
  const elsewhere = browser();
  await ok(elsewhere.auth('/sign-in/email', { email, password }, { 'user-agent': 'Elsewhere/1' }));
  const sessions = await ok<Json[]>(person.api.get('/sessions'));
  assert.deepEqual(sessions.map((one) => [one.current, one.user_agent === 'Elsewhere/1', one.ip_address]).sort(), [
    [false, true, elsewhere.from['x-forwarded-for']],
    [true, false, person.from['x-forwarded-for']],
  ]);
  const { person: stranger } = await signedUp();
  await ok(stranger.api.get('/sessions'));
  const other = sessions.find((one) => !one.current);
  assert.equal((await stranger.api.delete(`/session/${other.id}`)).status, 404);
  assert.equal((await person.api.delete(`/session/${other.id}`)).status, 200);
  assert.equal((await elsewhere.api.get('/app')).status, 401);
  assert.equal((await person.api.get('/app')).status, 200);
});

test('an unknown e-mail and a wrong password get the same answer', async () => {
  const { email } = await signedUp();
  const wrong = await browser().auth('/sign-in/email', { email, password: 'not the password' });
  const unknown = await browser().auth('/sign-in/email', { email: freshEmail(), password });
  assert.equal(wrong.status, 401);
  assert.deepEqual([unknown.status, unknown.body], [wrong.status, wrong.body]);
  const known = await browser().auth('/request-password-reset', { email });
  const nobody = await browser().auth('/request-password-reset', { email: freshEmail() });
  assert.deepEqual([nobody.status, nobody.body], [known.status, known.body]);
});

test('the eleventh wrong password of an account is not looked at, wherever it comes from; others sign in', async () => {
  const { email } = await signedUp();
  const { email: other } = await signedUp();
  for (let i = 0; i < 10; i++) {
    assert.equal((await browser().auth('/sign-in/email', { email, password: `wrong ${i} password` })).status, 401);
  }
  const locked = await browser().auth('/sign-in/email', { email: email.toUpperCase(), password });
  assert.deepEqual([locked.status, locked.body.code], [429, 'rate_limited']);
  assert.match(locked.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.equal((await browser().auth('/sign-in/email', { email: other, password })).status, 200);
});

test('an address that guesses at many accounts is stopped; successes do not count', async () => {
  const { email } = await signedUp();
  const guesser = browser();
  await Promise.all(
    Array.from({ length: 50 }, () => guesser.auth('/sign-in/email', { email: freshEmail(), password })),
  );
  assert.equal((await guesser.auth('/sign-in/email', { email, password })).status, 429);
  const office = browser();
  for (let i = 0; i < 12; i++) assert.equal((await office.auth('/sign-in/email', { email, password })).status, 200);
});

test('the sign-in is not reachable from a page of another origin', async () => {
  const { email } = await signedUp();
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const answer = await browser().auth('/sign-in/email', { email, password }, headers);
    assert.deepEqual([answer.status, answer.body.code], [403, 'csrf_failed']);
  }
  assert.equal((await browser().auth('/sign-in/email', { email, password }, { origin: service.url })).status, 200);
});

test('what shows session tokens or is not used is not served', async () => {
  const { person } = await signedUp();
  assert.equal((await person.auth('/list-sessions')).status, 404);
  assert.equal((await person.auth('/revoke-session', { token: 'x' })).status, 404);
  assert.equal((await person.auth('/sign-in/social', { provider: 'google' })).status, 404);
});

async function withSecondFactor() {
  const { person, email } = await signedUp();
  const enabled = await ok<Json>(person.auth('/two-factor/enable', { password }));
  const secret = Buffer.from(base32nopad.decode(new URL(enabled.totpURI).searchParams.get('secret') as string));
  const step = () => Math.floor(Date.now() / 30_000);
  const first = step() - 1;
  await ok(person.auth('/two-factor/verify-totp', { code: codeOfStep(secret, first) }));
  return { email, person, secret, first, step, backupCodes: enabled.backupCodes as string[] };
}

test('a second factor is asked for, and a one-time code is taken once, be it in parallel', async () => {
  const { email, secret, first, step } = await withSecondFactor();
  const challenge = async () => {
    const someone = browser();
    const half = await ok<Json>(someone.auth('/sign-in/email', { email, password }));
    assert.equal(half.twoFactorRedirect, true);
    assert.equal((await someone.api.get('/app')).status, 401);
    return someone;
  };
  const one = await challenge();
  assert.equal((await one.auth('/two-factor/verify-totp', { code: codeOfStep(secret, first) })).status, 401);
  const two = await challenge();
  const code = codeOfStep(secret, Math.max(step(), first + 1));
  const answers = await Promise.all([one, two].map((each) => each.auth('/two-factor/verify-totp', { code })));
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 401]);
  const winner = answers[0]?.status === 200 ? one : two;
  assert.equal('token' in (answers.find((answer) => answer.status === 200)?.body as object), false);
  assert.equal((await winner.api.get('/app')).status, 200);
});

test('a recovery code is taken once', async () => {
  const { email, backupCodes } = await withSecondFactor();
  assert.equal(backupCodes.length, 10);
  const one = browser();
  await ok(one.auth('/sign-in/email', { email, password }));
  await ok(one.auth('/two-factor/verify-backup-code', { code: backupCodes[0] }));
  assert.equal((await one.api.get('/app')).status, 200);
  const two = browser();
  await ok(two.auth('/sign-in/email', { email, password }));
  assert.equal((await two.auth('/two-factor/verify-backup-code', { code: backupCodes[0] })).status, 401);
  const rows = await database.db.query<{ row: string }>(
    'select row_to_json(two_factors)::text as row from two_factors',
  );
  assert.equal(
    rows.some(({ row }) => backupCodes.some((code) => row.includes(code))),
    false,
  );
});

test('ten wrong codes lock the second factor of an account for a while, over all its challenges', async () => {
  const { email, secret, step } = await withSecondFactor();
  let locked = await browser().auth('/get-session');
  for (let round = 0; round < 4 && locked.status !== 429; round++) {
    const someone = browser();
    await ok(someone.auth('/sign-in/email', { email, password }));
    for (let i = 0; i < 5 && locked.status !== 429; i++) {
      locked = await someone.auth('/two-factor/verify-totp', { code: 'abcdef' });
    }
  }
  assert.equal(locked.status, 429);
  assert.match(locked.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  const owner = browser();
  await ok(owner.auth('/sign-in/email', { email, password }));
  assert.equal((await owner.auth('/two-factor/verify-totp', { code: codeOfStep(secret, step()) })).status, 429);
});

test('a mailed link resets the password once, and ends every session', async () => {
  const { email, person } = await signedUp();
  await ok(browser().auth('/request-password-reset', { email }));
  const text = await mailTo(email, /Choose a new password/);
  const link = /http:\S+\/reset-password\?token=(\S+)/.exec(text) ?? assert.fail(text);
  const page = await fetch(link[0]);
  assert.equal(page.status, 200);
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
  assert.match(await page.text(), /<form method="post" action="\/reset-password">/);
  const stored = await database.db.query<{ row: string }>(
    'select row_to_json(verifications)::text as row from verifications',
  );
  assert.equal(
    stored.some(({ row }) => row.includes(link[1] as string)),
    false,
  );

  const submit = (chosen: string) =>
    fetch(`${service.url}/reset-password`, {
      method: 'POST',
      body: new URLSearchParams({ token: link[1] as string, password: chosen }),
    });
  assert.equal((await submit('short')).status, 422);
  assert.equal((await submit('a brand new password')).status, 200);
  assert.equal((await submit('another new password')).status, 422);
  assert.equal((await person.api.get('/app')).status, 401);
  assert.equal((await browser().auth('/sign-in/email', { email, password })).status, 401);
  assert.equal((await browser().auth('/sign-in/email', { email, password: 'a brand new password' })).status, 200);
  await mailTo(email, /Your password was changed/);
});

test('a changed password ends every other session', async () => {
  const { email, person } = await signedUp();
  const elsewhere = browser();
  await ok(elsewhere.auth('/sign-in/email', { email, password }));
  const change = { currentPassword: password, newPassword: 'a brand new password', revokeOtherSessions: false };
  await ok(person.auth('/change-password', change));
  assert.equal((await elsewhere.api.get('/app')).status, 401);
  assert.equal((await person.api.get('/app')).status, 200);
});

test('a mailed link confirms the address, also when the mail server refuses it at first', async () => {
  mail.refuse(1);
  const { email, person } = await signedUp();
  const text = await mailTo(email, /Confirm your e-mail address/);
  const link = /http:\S+\/verify-email\?token=\S+/.exec(text)?.[0] ?? assert.fail(text);
  assert.equal((await ok<Json>(person.auth('/get-session'))).user.emailVerified, false);
  assert.equal((await fetch(`${service.url}/verify-email?token=nonsense`)).status, 422);
  assert.equal((await fetch(link)).status, 200);
  assert.equal((await ok<Json>(person.auth('/get-session'))).user.emailVerified, true);
});

test('personal access tokens are made in a browser, listed without their text, and revoked', async () => {
  const { person } = await signedUp();
  await ok(person.api.get('/personal-access-tokens'));
  const body = { name: 'Shop', scopes: ['apps:read', 'account:read', 'account:write'] };
  const made = await person.api.post('/personal-access-token', body);
  assert.equal(made.status, 201);
  const pat = client(service.apiUrl, made.body.token);
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
  const { person: stranger } = await signedUp();
  await ok(stranger.api.get('/app'));
  assert.equal((await stranger.api.delete(`/personal-access-token/${made.body.id}`)).status, 404);
});

test('a personal access token with an unknown scope, or one that is over before it began, is refused', async () => {
  const { person } = await signedUp();
  await ok(person.api.get('/app'));
  const refused = await person.api.post('/personal-access-token', { name: 'X', scopes: ['everything'] });
  assert.deepEqual([refused.status, refused.body.code], [422, 'validation_failed']);
  const past = { name: 'X', scopes: ['apps:read'], expires_at: '2020-01-01T00:00:00.000Z' };
  const late = await person.api.post('/personal-access-token', past);
  assert.equal(late.body.errors[0].field, 'expires_at');
});

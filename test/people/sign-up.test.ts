// An instance gets its first account by the set-up link or the command line. It is not a race for the first sign-up,
// and several nodes act as one.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { browserSession } from '../rig/browser/browser-session.ts';
import { type Json, ok, until } from '../rig/client.ts';
import { testDatabase } from '../rig/database.ts';
import { quittance } from '../rig/service/command-line.ts';
import { type ServiceProcess, startService, withoutNetworks } from '../rig/service.ts';

const password = 'correct horse battery';
const database = await testDatabase();
const secretKey = Buffer.alloc(32, 3).toString('base64');
const options = {
  databaseUrl: database.url,
  config: withoutNetworks,
  roles: 'api,worker',
  env: { SECRET_KEY: secretKey },
};
const one = await startService(options);
const two = await startService(options);

after(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await database.drop();
});

function signUp(apiUrl: string, email: string) {
  return browserSession(apiUrl).auth('/sign-up/email', { email, password, name: 'Somebody' });
}

test('on an instance that has no account nobody signs up, so nobody runs it by being first', async () => {
  for (const node of [one, two]) {
    const answer = await signUp(node.apiUrl, 'stranger@example.com');
    assert.deepEqual([answer.status, answer.body.code], [403, 'sign_up_closed']);
  }
  assert.deepEqual(await database.db.query('select 1 from users'), []);
});

const fileOf = (node: ServiceProcess) => join(node.dataDir, 'setup-link');
const linkOf = (node: ServiceProcess) => readFileSync(fileOf(node), 'utf8').trim();
const codeIn = (link: string) => new URL(link).searchParams.get('code') ?? '';
const setUp = (node: ServiceProcess, code: string, email: string, secret = password) =>
  fetch(`${node.url}/set-up`, { method: 'POST', body: new URLSearchParams({ code, email, password: secret }) });

test('processes that start together offer one set-up link: by log, private file and command line', async () => {
  await Promise.all([one.says('"event":"setup_link"'), two.says('"event":"setup_link"')]);
  const code = codeIn(linkOf(one));
  assert.match(code, /^[\w-]{43}$/);
  for (const node of [one, two]) {
    assert.equal(linkOf(node), `${node.url}/set-up?code=${code}`);
    assert.equal(statSync(fileOf(node)).mode & 0o777, 0o600);
    assert.ok(node.lines.some((line) => line.includes(linkOf(node))));
    const { stdout } = await quittance(node, ['setup-link']);
    assert.equal(stdout.trim(), linkOf(node));
  }
  const rows = await database.db.query<{ row: string }>('select row_to_json(l)::text as row from setup_links l');
  assert.equal(rows.length, 1);
  assert.ok(!rows[0]?.row.includes(code), 'the database alone opens nothing');
});

test('a set-up link is renewed by a start, and another one takes its place once it has expired', async () => {
  const expiry = async () => {
    const [row] = await database.db.query<{ at: Date }>('select expires_at as at from setup_links');
    return row?.at as Date;
  };
  const before = linkOf(two);
  const first = await expiry();
  await two.restart();
  await until(async () => (await expiry()) > first, 'the link to be renewed');
  assert.equal(linkOf(two), before);
  await database.db.query(`update setup_links set expires_at = now() - interval '1 second'`);
  const expired = await fetch(before);
  assert.deepEqual([expired.status, /setup-link/.test(await expired.text())], [410, true]);
  assert.equal((await setUp(one, codeIn(before), 'late@example.com')).status, 410);
  const { stdout } = await quittance(two, ['setup-link']);
  assert.notEqual(stdout.trim(), before);
  assert.equal(linkOf(two), stdout.trim());
  assert.equal((await fetch(before)).status, 422, 'the one before opens nothing any more');
  await quittance(one, ['setup-link']);
});

test('wrong codes of a set-up link are refused, then limited, and keep nobody from the right one', async () => {
  const wrong = async () => (await setUp(one, 'x'.repeat(43), 'guesser@example.com')).status;
  const answers = await Promise.all(Array.from({ length: 31 }, wrong));
  assert.deepEqual([answers.filter((status) => status === 422).length, answers.includes(429)], [29, true]);
  const limited = await fetch(`${one.url}/set-up?code=wrong`);
  assert.equal(limited.status, 429);
  assert.match(limited.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  const page = await fetch(linkOf(one));
  assert.deepEqual([page.status, page.headers.get('referrer-policy')], [200, 'no-referrer']);
  const weak = await setUp(one, codeIn(linkOf(one)), 'ada@example.com', 'password1');
  assert.equal(weak.status, 422);
  assert.match(await weak.text(), /too easy to guess/);
  assert.deepEqual(await database.db.query('select 1 from users'), []);
});

test('of several who use the set-up link at once, on two nodes, one makes the operator’s account', async () => {
  const code = codeIn(linkOf(one));
  const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.com`);
  const answers = await Promise.all(emails.map((email, index) => setUp(index % 2 === 0 ? one : two, code, email)));
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 410, 410, 410]);
  const people = await database.db.query<{ role: string }>('select role from users');
  assert.deepEqual(people, [{ role: 'operator' }]);
  for (const node of [one, two]) {
    const late = await fetch(`${node.url}/set-up?code=${code}`);
    assert.equal(late.status, 410);
    assert.ok(!existsSync(fileOf(node)));
  }
  const command = await quittance(one, ['setup-link']);
  assert.equal(command.code, 1);
  assert.match(command.stderr, /account already.*user create/);
  const said = () => two.lines.filter((line) => line.includes('setup_link')).length;
  const before = said();
  await two.restart();
  assert.deepEqual([said(), existsSync(fileOf(two))], [before, false]);
  const closed = await signUp(two.apiUrl, 'late@example.com');
  assert.deepEqual([closed.status, closed.body.code], [403, 'sign_up_closed']);
});

test('a session of one node is a session of the other, and so is its CSRF token', async () => {
  const [operator] = await database.db.query<{ email: string }>('select email from users');
  const person = browserSession(one.apiUrl);
  await ok(person.auth('/sign-in/email', { email: operator?.email, password }));
  await ok(person.api.get('/app'));
  const there = browserSession(two.apiUrl, person.cookies);
  const headers = { 'x-csrf-token': person.csrf() as string };
  const body = { name: 'Shop', url: 'https://shop.example', environment: 'development' };
  assert.equal((await there.api.post('/app', body, { headers })).status, 201);
});

test('wrong passwords are counted over all nodes', async () => {
  const wrong = { email: 'nobody@example.com', password: 'not the password' };
  for (let i = 0; i < 10; i++) {
    const answer = await browserSession((i % 2 === 0 ? one : two).apiUrl).auth('/sign-in/email', wrong);
    assert.equal(answer.status, 401);
  }
  for (const node of [one, two]) {
    assert.equal((await browserSession(node.apiUrl).auth('/sign-in/email', wrong)).status, 429);
  }
});

test('without a mail server the operator finds the link in a file of their own, and no log holds it', async () => {
  const [operator] = await database.db.query<{ email: string }>('select email from users');
  await ok(browserSession(one.apiUrl).auth('/request-password-reset', { email: operator?.email }));
  const written = () => {
    const files = [one, two].map((each) => join(each.dataDir, 'unsent-mails.txt')).filter((file) => existsSync(file));
    return files.map((file) => readFileSync(file, 'utf8')).join('\n');
  };
  const link = await until(() => /http:\S+\/reset-password\?token=\S+/.exec(written())?.[0], 'the link in the file');
  assert.equal((await fetch(link)).status, 200);
  assert.equal(
    [...one.lines, ...two.lines].some((line) => line.includes('token=')),
    false,
  );
});

test('W14-host-cookies: on https the cookies are for this host and for encrypted connections only', async () => {
  const empty = await testDatabase();
  const env = { SIGN_UP: 'open', PUBLIC_URL: 'https://pay.example' };
  const secure = await startService({ databaseUrl: empty.url, config: withoutNetworks, roles: 'api', env });
  try {
    const person = browserSession(secure.apiUrl);
    const email = 'first@example.com';
    const up = await ok<Json>(person.auth('/sign-up/email', { email, password, name: 'First' }));
    assert.equal(up.user.role, 'merchant', 'also the first who signs up where sign-up is open');
    assert.equal((await fetch(linkOf(secure).replace('https://pay.example', secure.url))).status, 410);
    const signedIn = await person.auth('/sign-in/email', { email, password });
    const given = [...signedIn.headers.getSetCookie(), ...(await person.api.get('/app')).headers.getSetCookie()];
    assert.deepEqual(
      given.map((cookie) => cookie.split('=', 1)[0]),
      ['__Host-quittance_device', '__Host-quittance_session', 'csrf_'],
    );
    for (const cookie of given) {
      assert.match(cookie, /; Secure/);
      assert.match(cookie, /; Path=\/(;|$)/);
      assert.doesNotMatch(cookie, /Domain/i);
    }
    assert.equal((await person.api.get('/app')).status, 200);
  } finally {
    await secure.stop();
    await empty.drop();
  }
});

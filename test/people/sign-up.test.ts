// Who may sign up: whoever comes first, and then nobody, unless the operator says otherwise. Several nodes count as
// one.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { browserSession } from '../rig/browser/browser-session.ts';
import { ok, until } from '../rig/client.ts';
import { testDatabase } from '../rig/database.ts';
import { startService, withoutNetworks } from '../rig/service.ts';

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

test('of several who come first at the same moment, on two nodes, exactly one becomes the operator', async () => {
  const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.com`);
  const answers = await Promise.all(emails.map((email, index) => signUp((index % 2 === 0 ? one : two).apiUrl, email)));
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 403, 403, 403]);
  const people = await database.db.query<{ role: string }>('select role from users');
  assert.deepEqual(people, [{ role: 'operator' }]);
  const late = await signUp(two.apiUrl, 'late@example.com');
  assert.deepEqual([late.status, late.body.code], [403, 'sign_up_closed']);
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

test('with SIGN_UP=closed not even the first may', async () => {
  const empty = await testDatabase();
  const closed = await startService({
    databaseUrl: empty.url,
    config: withoutNetworks,
    roles: 'api',
    env: { SIGN_UP: 'closed' },
  });
  try {
    const answer = await signUp(closed.apiUrl, 'first@example.com');
    assert.deepEqual([answer.status, answer.body.code], [403, 'sign_up_closed']);
  } finally {
    await closed.stop();
    await empty.drop();
  }
});

test('W14-host-cookies: on https the cookies are for this host and for encrypted connections only', async () => {
  const empty = await testDatabase();
  const env = { SIGN_UP: 'open', PUBLIC_URL: 'https://pay.example' };
  const secure = await startService({ databaseUrl: empty.url, config: withoutNetworks, roles: 'api', env });
  try {
    const person = browserSession(secure.apiUrl);
    const up = await person.auth('/sign-up/email', { email: 'first@example.com', password, name: 'First' });
    const given = [...up.headers.getSetCookie(), ...(await person.api.get('/app')).headers.getSetCookie()];
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

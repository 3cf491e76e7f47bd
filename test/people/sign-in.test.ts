// People sign in by password, with a second factor, or with a mailed link. Guesses are limited, and links and codes
// work once.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { attemptSubject } from '../../src/features/people/identity/sign-in/attempt-store.ts';
import { authenticatorApp } from '../rig/access/authenticator-app.ts';
import { type Json, ok, until } from '../rig/client.ts';
import {
  type AddressedBrowser,
  confirmBy,
  follow,
  freshEmail,
  password,
  sessionCookie,
  startPeople,
} from '../rig/people.ts';
import { quittance } from '../rig/service/command-line.ts';

const people = await startPeople();
after(() => people.close());

test('whoever signs up is a merchant, the first one too, and no body shows the session token', async () => {
  const first = people.browser();
  const up = await ok<Json>(first.auth('/sign-up/email', { email: freshEmail(), password, name: 'First' }));
  assert.equal(up.user.role, 'merchant');
  assert.equal('token' in up, false);
  const second = people.browser();
  const email = freshEmail();
  assert.equal(
    (await ok<Json>(second.auth('/sign-up/email', { email, password, name: 'Second' }))).user.role,
    'merchant',
  );
  await confirmBy(await people.mailTo(email, /Confirm your e-mail address/));
  await ok(second.auth('/sign-in/email', { email, password }));
  const session = await ok<Json>(second.auth('/get-session'));
  assert.equal(session.user.email, email);
  assert.equal('token' in session.session, false);
  const signedIn = await second.auth('/sign-in/email', { email, password });
  assert.equal('token' in signedIn.body, false);
  const cookie = signedIn.headers.getSetCookie().find((line) => line.startsWith(`${sessionCookie}=`)) ?? '';
  assert.match(cookie, /HttpOnly/i);
  assert.match(cookie, /SameSite=Lax/i);
  assert.match(cookie, /Path=\//i);
});

test('W25-role: a user cannot become an operator by a request', async () => {
  const person = people.browser();
  const answer = await person.auth('/sign-up/email', { email: freshEmail(), password, name: 'X', role: 'operator' });
  if (answer.status === 200) assert.equal(answer.body.user.role, 'merchant');
  else assert.equal(answer.status, 400);
  const { person: other } = await people.signedUp();
  await other.auth('/update-user', { role: 'operator' });
  assert.equal((await ok<Json>(other.auth('/get-session'))).user.role, 'merchant');
});

test('a person made on the command line signs in, and only the hash of the session token is stored', async () => {
  const email = `Operator.${freshEmail()}`;
  const made = await quittance(
    people.service,
    ['user', 'create', '--email', email, '--password-stdin'],
    `${password}\n`,
  );
  assert.equal(made.code, 0, made.stderr);
  const person = people.browser();
  await ok(person.auth('/sign-in/email', { email: email.toLowerCase(), password }));
  const token = decodeURIComponent(person.cookies.get(sessionCookie) ?? '').split('.')[0] as string;
  assert.equal(token.length, 32);
  const rows = await people.db.query<{ row: string }>('select row_to_json(sessions)::text as row from sessions');
  assert.ok(rows.length > 0);
  assert.equal(
    rows.some(({ row }) => row.includes(token)),
    false,
  );
});

test('nobody is created on the command line with an address that could not sign in', async () => {
  const email = 'admin@localhost';
  const made = await quittance(
    people.service,
    ['user', 'create', '--email', email, '--password-stdin'],
    `${password}\n`,
  );
  assert.notEqual(made.code, 0);
  assert.equal((await people.browser().auth('/sign-in/email', { email, password })).status, 400);
});

test('W16-rotation: a sign-in replaces the session before it; a sign-out, idleness or age ends it', async () => {
  const { person, email } = await people.signedUp();
  const before = person.copy();
  await ok(person.auth('/sign-in/email', { email, password }));
  assert.equal((await before.api.get('/app')).status, 401);
  const thief = person.copy();
  assert.equal((await thief.api.get('/app')).status, 200);
  assert.equal((await person.auth('/sign-out', {})).status, 200);
  assert.equal((await thief.api.get('/app')).status, 401);

  await ok(person.auth('/sign-in/email', { email, password }));
  const ofThem = 'where user_id = (select id from users where email = $1)';
  await people.db.query(`update sessions set last_used_at = now() - interval '25 hours' ${ofThem}`, [email]);
  assert.equal((await person.api.get('/app')).status, 401);
  assert.equal((await person.auth('/get-session')).body, null);
  await ok(person.auth('/sign-in/email', { email, password }));
  await people.db.query(`update sessions set expires_at = now() - interval '1 second' ${ofThem}`, [email]);
  assert.equal((await person.api.get('/app')).status, 401);
});

test('W33-enumeration: an unknown e-mail and a wrong password get the same answer', async () => {
  const { email } = await people.signedUp();
  const wrong = await people.browser().auth('/sign-in/email', { email, password: 'not the password' });
  const unknown = await people.browser().auth('/sign-in/email', { email: freshEmail(), password });
  assert.equal(wrong.status, 401);
  assert.deepEqual([unknown.status, unknown.body], [wrong.status, wrong.body]);
  const known = await people.browser().auth('/request-password-reset', { email });
  const nobody = await people.browser().auth('/request-password-reset', { email: freshEmail() });
  assert.deepEqual([nobody.status, nobody.body], [known.status, known.body]);
});

test('W34-passwords: an account takes ten wrong passwords from one address, and twenty in all', async () => {
  const { email } = await people.signedUp();
  const { email: other } = await people.signedUp();
  const guess = async (browser: AddressedBrowser) => {
    const answers = Array.from({ length: 10 }, (_, i) =>
      browser.auth('/sign-in/email', { email, password: `wrong ${i} password` }),
    );
    for (const { status } of await Promise.all(answers)) assert.equal(status, 401);
  };
  const guesser = people.browser();
  await guess(guesser);
  const locked = await guesser.auth('/sign-in/email', { email: email.toUpperCase(), password });
  assert.deepEqual([locked.status, locked.body.code], [429, 'rate_limited']);
  assert.match(locked.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.equal((await guesser.auth('/sign-in/email', { email: other, password })).status, 200);
  assert.equal((await people.browser().auth('/sign-in/email', { email, password })).status, 200);
  await guess(people.browser());
  assert.equal((await people.browser().auth('/sign-in/email', { email, password })).status, 429);
});

test('W34-address: wrong passwords from one address lock out no other account and no known browser', async () => {
  const { email, person } = await people.signedUp();
  const guesser = people.browser();
  await Promise.all(
    Array.from({ length: 50 }, () => guesser.auth('/sign-in/email', { email: freshEmail(), password })),
  );
  assert.equal((await guesser.auth('/sign-in/email', { email, password })).status, 200);
  const subject = attemptSubject('sign-in', `address ${guesser.from['x-forwarded-for']}`);
  const raised = await people.db.query('update sign_in_attempts set attempts = 1000 where subject = $1 returning 1', [
    subject,
  ]);
  assert.equal(raised.length, 1);
  const { email: other } = await people.signedUp();
  assert.equal((await guesser.auth('/sign-in/email', { email: other, password })).status, 429);
  assert.equal((await person.auth('/sign-in/email', { email, password }, guesser.from)).status, 200);
});

test('W34-device: others’ wrong passwords do not lock out a browser in which the owner has signed in', async () => {
  const { person, email } = await people.signedUp();
  await ok(person.auth('/sign-out', {}));
  const guess = (i: number) => people.browser().auth('/sign-in/email', { email, password: `wrong ${i}` });
  await Promise.all(Array.from({ length: 20 }, (_, i) => guess(i)));
  assert.equal((await people.browser().auth('/sign-in/email', { email, password })).status, 429);
  await ok(person.auth('/sign-in/email', { email, password }));
  for (let i = 0; i < 10; i++) await person.auth('/sign-in/email', { email, password: `wrong ${i}` });
  assert.equal((await person.auth('/sign-in/email', { email, password })).status, 429, 'its own guesses count');
});

test('successful sign-ins do not count', async () => {
  const { email } = await people.signedUp();
  const office = people.browser();
  for (let i = 0; i < 12; i++) assert.equal((await office.auth('/sign-in/email', { email, password })).status, 200);
});

test('the sign-in is not reachable from a page of another origin', async () => {
  const { email } = await people.signedUp();
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const answer = await people.browser().auth('/sign-in/email', { email, password }, headers);
    assert.deepEqual([answer.status, answer.body.code], [403, 'csrf_failed']);
  }
  assert.equal(
    (await people.browser().auth('/sign-in/email', { email, password }, { origin: people.service.url })).status,
    200,
  );
});

test('what shows session tokens or is not used is not served', async () => {
  const { person } = await people.signedUp();
  assert.equal((await person.auth('/list-sessions')).status, 404);
  assert.equal((await person.auth('/revoke-session', { token: 'x' })).status, 404);
  assert.equal((await person.auth('/sign-in/social', { provider: 'google' })).status, 404);
});

async function withSecondFactor() {
  const { person, email } = await people.signedUp();
  const enabled = await ok<Json>(person.auth('/two-factor/enable', { password }));
  const app = authenticatorApp(enabled.totpURI);
  await ok(person.auth('/two-factor/verify-totp', { code: app.next() }));
  return { email, person, app, backupCodes: enabled.backupCodes as string[] };
}

test('W17-second-factor: a second factor is requested, and a one-time code works once, even in parallel', async () => {
  const { email, app } = await withSecondFactor();
  const challenge = async () => {
    const someone = people.browser();
    const half = await ok<Json>(someone.auth('/sign-in/email', { email, password }));
    assert.equal(half.twoFactorRedirect, true);
    assert.equal((await someone.api.get('/app')).status, 401);
    return someone;
  };
  const one = await challenge();
  assert.equal((await one.auth('/two-factor/verify-totp', { code: app.last() })).status, 401);
  const two = await challenge();
  const code = app.next();
  const answers = await Promise.all([one, two].map((each) => each.auth('/two-factor/verify-totp', { code })));
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 401]);
  const winner = answers[0]?.status === 200 ? one : two;
  assert.equal('token' in (answers.find((answer) => answer.status === 200)?.body as object), false);
  assert.equal((await winner.api.get('/app')).status, 200);
});

test('a recovery code is taken once', async () => {
  const { email, backupCodes } = await withSecondFactor();
  assert.equal(backupCodes.length, 10);
  const one = people.browser();
  await ok(one.auth('/sign-in/email', { email, password }));
  await ok(one.auth('/two-factor/verify-backup-code', { code: backupCodes[0] }));
  assert.equal((await one.api.get('/app')).status, 200);
  const two = people.browser();
  await ok(two.auth('/sign-in/email', { email, password }));
  assert.equal((await two.auth('/two-factor/verify-backup-code', { code: backupCodes[0] })).status, 401);
  const rows = await people.db.query<{ row: string }>('select row_to_json(two_factors)::text as row from two_factors');
  assert.equal(
    rows.some(({ row }) => backupCodes.some((code) => row.includes(code))),
    false,
  );
});

test('W34-codes: ten wrong codes lock out unknown browsers alone; the owner is mailed at the third', async () => {
  const { email, person, app, backupCodes } = await withSecondFactor();
  const half = async (browser: AddressedBrowser) => {
    await ok(browser.auth('/sign-in/email', { email, password }));
    return browser;
  };
  const mails = () =>
    people.mail.mails.filter(
      ({ to, text }) => to.includes(email) && /three wrong codes/.test(text.replaceAll(/\s+/g, ' ')),
    );
  let locked: { status: number; headers: Headers } | null = null;
  const wrong = [
    ['/two-factor/verify-totp', 'abcdef'],
    ['/two-factor/verify-backup-code', 'wrong-codes'],
  ] as const;
  let given = 0;
  for (let round = 0; round < 4 && locked === null; round++) {
    const stranger = await half(people.browser());
    for (let i = 0; i < 4 && locked === null; i++) {
      const [path, code] = wrong[i % 2] as (typeof wrong)[number];
      const answer = await stranger.auth(path, { code });
      if (answer.status === 429) locked = answer;
      else given += 1;
      if (given === 2) assert.equal(mails().length, 0);
    }
  }
  assert.equal(given, 10);
  assert.match(locked?.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  const unknown = await half(people.browser());
  assert.equal((await unknown.auth('/two-factor/verify-totp', { code: app.next() })).status, 429);

  // The owner's own browser is locked out neither by those attempts nor by its own first mistake.
  await half(person);
  assert.equal((await person.auth('/two-factor/verify-totp', { code: 'abcdef' })).status, 401);
  await ok(person.auth('/two-factor/verify-totp', { code: app.last() }));
  await half(person);
  await ok(person.auth('/two-factor/verify-backup-code', { code: backupCodes[1] }));
  await until(() => mails()[0], 'a mail about the wrong codes');
  const [mail] = mails();
  assert.match(mail?.text ?? '', /console\/forgotten/);
  // Later mails arrive after it, so the count below is final.
  await ok(person.auth('/two-factor/generate-backup-codes', { password }));
  await ok(person.auth('/change-password', { currentPassword: password, newPassword: 'a brand new password' }));
  await people.mailTo(email, /Your password was changed/);
  assert.equal(mails().length, 1);
});

test('W33-reset-once: a mailed link resets the password once, and ends every session', async () => {
  const { email, person } = await people.signedUp();
  await ok(people.browser().auth('/request-password-reset', { email }));
  const text = await people.mailTo(email, /Choose a new password/);
  const link = /http:\S+\/reset-password\?token=(\S+)/.exec(text) ?? assert.fail(text);
  const page = await fetch(link[0]);
  assert.equal(page.status, 200);
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
  assert.match(await page.text(), /<form method="post" action="\/reset-password">/);
  const stored = await people.db.query<{ row: string }>(
    'select row_to_json(verifications)::text as row from verifications',
  );
  assert.equal(
    stored.some(({ row }) => row.includes(link[1] as string)),
    false,
  );

  const submit = (chosen: string) =>
    fetch(`${people.service.url}/reset-password`, {
      method: 'POST',
      body: new URLSearchParams({ token: link[1] as string, password: chosen }),
    });
  assert.equal((await submit('short')).status, 422);
  assert.equal((await submit('a brand new password')).status, 200);
  assert.equal((await submit('another new password')).status, 422);
  assert.equal((await person.api.get('/app')).status, 401);
  assert.equal((await people.browser().auth('/sign-in/email', { email, password })).status, 401);
  assert.equal(
    (await people.browser().auth('/sign-in/email', { email, password: 'a brand new password' })).status,
    200,
  );
  await people.mailTo(email, /Your password was changed/);
});

test('W16-privilege-change: a changed password ends every other session', async () => {
  const { email, person } = await people.signedUp();
  const elsewhere = people.browser();
  await ok(elsewhere.auth('/sign-in/email', { email, password }));
  const change = { currentPassword: password, newPassword: 'a brand new password', revokeOtherSessions: false };
  await ok(person.auth('/change-password', change));
  assert.equal((await elsewhere.api.get('/app')).status, 401);
  assert.equal((await person.api.get('/app')).status, 200);
});

test('the button behind a mailed link confirms the address, once, also when the mail comes late', async () => {
  people.mail.refuse(1);
  const email = freshEmail();
  const person = people.browser();
  await ok(person.auth('/sign-up/email', { email, password, name: 'Somebody' }));
  const text = await people.mailTo(email, /Confirm your e-mail address/);
  assert.equal((await confirmBy(`${people.service.url}/verify-email?token=nonsense`)).status, 422);
  // A mail scanner follows the link.
  assert.equal((await follow(text)).status, 200);
  assert.equal((await person.auth('/sign-in/email', { email, password })).status, 401);
  assert.equal((await confirmBy(text)).status, 200);
  assert.equal((await confirmBy(text)).status, 422, 'a link is used once');
  await ok(person.auth('/sign-in/email', { email, password }));
  assert.equal((await ok<Json>(person.auth('/get-session'))).user.emailVerified, true);
});

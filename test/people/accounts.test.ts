// Accounts: the service never reveals who has one. Changes are proved, logged and mailed, and dangerous ones need a new
// sign-in.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ageSessions } from '../rig/access/aged-sessions.ts';
import { authenticatorApp } from '../rig/access/authenticator-app.ts';
import { signRows } from '../rig/access/signed-rows.ts';
import type { Answer, Json } from '../rig/client.ts';
import { ok, until } from '../rig/client.ts';
import {
  type AddressedBrowser,
  confirmBy,
  follow,
  freshEmail,
  password,
  sessionCookie,
  startPeople,
} from '../rig/people.ts';

const people = await startPeople();
after(() => people.close());
// A mail is deleted from its table after sending, so a trigger copies every mail to a second table.
for (const statement of [
  'create table mails_written (row text not null)',
  `create function keep_mail() returns trigger language plpgsql as $$ begin
     insert into mails_written values (row_to_json(new)::text);
     return null;
   end $$`,
  'create trigger keep_mail after insert on mails for each row execute function keep_mail()',
])
  await people.db.query(statement);

const actions = async (person: AddressedBrowser) =>
  (await ok<Json[]>(person.api.get('/audit-log', { query: { limit: 100 } }))).map((entry) => entry.action as string);

/** Makes the person's sign-in older than it is. */
const wait = (email: string, minutes: number) => ageSessions(people, { email }, minutes);

test('W33-account-enumeration: a sign-up with a known address has the usual answer and a mail', async () => {
  const { email, person } = await people.signedUp();
  const form = { password: 'some other password', name: 'Somebody' };
  const tries: (Answer<Json> & { email: string })[] = [];
  for (const address of [email, email.toUpperCase(), freshEmail()]) {
    tries.push({ email: address, ...(await people.browser().auth('/sign-up/email', { email: address, ...form })) });
  }
  const shapes = tries.map(({ email: address, status, body, headers }) => ({
    status,
    cookies: headers.getSetCookie(),
    headers: [...headers.keys()].filter((name) => name !== 'date'),
    user: { ...body.user, id: uuid7.test(body.user.id), email: body.user.email === address.toLowerCase() },
    times: [body.user.createdAt, body.user.updatedAt].every((time) => Math.abs(Date.now() - Date.parse(time)) < 60_000),
    members: [Object.keys(body), Object.keys(body.user)],
  }));
  const [taken, typedOtherwise, fresh] = shapes.map(({ user, ...rest }) => ({
    ...rest,
    user: { ...user, createdAt: '', updatedAt: '' },
  }));
  assert.deepEqual(taken, fresh);
  assert.deepEqual(typedOtherwise, fresh);
  assert.deepEqual([fresh?.status, fresh?.cookies, fresh?.times], [200, [], true]);
  await people.mailTo(email, /Somebody tried to sign up with your address/);

  // Both sign-ins with the new password fail in the same words, and the owner's old password still works.
  const answers = await Promise.all(
    tries.map((one) => people.browser().auth('/sign-in/email', { email: one.email, password: form.password })),
  );
  for (const answer of answers) assert.deepEqual([answer.status, answer.body], [401, answers[0]?.body]);
  assert.equal((await people.browser().auth('/sign-in/email', { email, password })).status, 200);
  assert.equal((await person.api.get('/app')).status, 200);

  const newcomer = tries[2]?.email as string;
  assert.equal((await confirmBy(await people.mailTo(newcomer, /Confirm your e-mail address/))).status, 200);
  const signedIn = await people.browser().auth('/sign-in/email', { email: newcomer, password: form.password });
  assert.deepEqual([signedIn.status, signedIn.body.user.role], [200, 'merchant']);
});

test('W33-account-enumeration: a password request is the same with and without an account', async () => {
  const { email } = await people.signedUp();
  const written = async (address: string) => {
    const count = async () => {
      const [row] = await people.db.query<{ links: number; mails: number }>(
        `select (select count(*)::int from verifications) as links,
           (select count(*)::int from mails_written) as mails`,
      );
      return row as { links: number; mails: number };
    };
    const before = await count();
    const answer = await people.browser().auth('/request-password-reset', { email: address });
    const now = await count();
    return {
      status: answer.status,
      body: answer.body,
      links: now.links - before.links,
      mails: now.mails - before.mails,
    };
  };
  const known = await written(email);
  assert.deepEqual(await written(freshEmail()), known);
  assert.deepEqual([known.status, known.links, known.mails], [200, 1, 1]);
});

test('who forgot the password before confirming the address does both over one link', async () => {
  const email = freshEmail();
  await ok(people.browser().auth('/sign-up/email', { email, password, name: 'Somebody' }));
  await ok(people.browser().auth('/request-password-reset', { email }));
  const mail = await people.mailTo(email, /Choose a new password/);
  const token = /\?token=(\S+)/.exec(mail)?.[1] as string;
  const body = new URLSearchParams({ token, password: 'a brand new password' });
  assert.equal((await fetch(`${people.service.url}/reset-password`, { method: 'POST', body })).status, 200);
  const person = people.browser();
  await ok(person.auth('/sign-in/email', { email, password: 'a brand new password' }));
  assert.equal((await ok<Json>(person.auth('/get-session'))).user.emailVerified, true);
});

test('a mail on its way shows nothing of itself in the database', async () => {
  const { email } = await people.signedUp();
  await ok(people.browser().auth('/request-password-reset', { email }));
  const token = /\?token=(\S+)/.exec(await people.mailTo(email, /Choose a new password/))?.[1] as string;
  const rows = await people.db.query<{ row: string }>('select row from mails_written');
  assert.ok(rows.length > 0);
  assert.equal(
    rows.some(({ row }) => row.includes(token) || row.includes(email)),
    false,
  );
});

async function withSecondFactor() {
  const { person, email } = await people.signedUp();
  const enabled = await ok<Json>(person.auth('/two-factor/enable', { password }));
  await ok(person.auth('/two-factor/verify-totp', { code: authenticatorApp(enabled.totpURI).next() }));
  return { person, email, codes: enabled.backupCodes as string[] };
}

test('recovery codes are kept as hashes, and a stolen hash opens nothing; a use and a renewal are noted', async () => {
  const { person, email, codes } = await withSecondFactor();
  const stored = async () => {
    const [row] = await people.db.query<{ backup_codes: string }>(
      'select backup_codes from two_factors where user_id = (select id from users where email = $1)',
      [email],
    );
    return JSON.parse(row?.backup_codes as string) as string[];
  };
  const hashes = await stored();
  assert.equal(hashes.length, 10);
  for (const hash of hashes) assert.match(hash, /^hmac-sha256:[\w-]{43}$/);

  const present = async (code: string) => {
    const someone = people.browser();
    await ok(someone.auth('/sign-in/email', { email, password }));
    return someone.auth('/two-factor/verify-backup-code', { code });
  };
  assert.equal((await present(hashes[3] as string)).status, 401);
  assert.equal((await present(codes[3] as string)).status, 200);
  assert.equal((await present(codes[3] as string)).status, 401);
  assert.deepEqual(
    (await stored()).sort(),
    hashes.filter((_, index) => index !== 3).sort(),
    'the others are as they were',
  );
  const renewed = await ok<Json>(person.auth('/two-factor/generate-backup-codes', { password }));
  assert.equal((await present(codes[4] as string)).status, 401);
  assert.equal((await present(renewed.backupCodes[0])).status, 200);
  const noted = await actions(person);
  assert.deepEqual(
    noted.filter((action) => action.startsWith('recovery')),
    ['recovery_code.used', 'recovery_codes.renewed', 'recovery_code.used'],
  );
});

/** Submits the form behind the link of a mail. */
const answer = async (mail: string, path: string, form: Record<string, string> = {}) => {
  const token = new RegExp(`${path}\\?token=(\\S+)`).exec(mail)?.[1] ?? assert.fail(mail);
  const body = new URLSearchParams({ token, ...form });
  return fetch(people.service.url + path, { method: 'POST', body });
};
const emailOf = async (person: AddressedBrowser) => (await ok<Json>(person.auth('/get-session'))).user.email;

test('an e-mail address changes once both addresses agreed, with a fresh session and a mail', async () => {
  const { person, email } = await people.signedUp();
  await ok(people.browser().auth('/request-password-reset', { email }));
  const oldLink = await people.mailTo(email, /Choose a new password/);
  const newEmail = freshEmail();
  await wait(email, 16);
  const late = await person.auth('/change-email', { newEmail });
  assert.deepEqual([late.status, late.body.code], [403, 'reauthentication_required']);
  await ok(person.auth('/sign-in/email', { email, password }));
  await ok(person.auth('/change-email', { newEmail }));
  const link = await people.mailTo(newEmail, /Confirm your e-mail address/);
  assert.equal((await follow(link)).status, 200, 'a mail scanner follows the link');
  assert.deepEqual(await people.db.query('select 1 from email_changes where new_agreed_at is not null'), []);
  assert.equal((await confirmBy(link)).status, 200);
  const asked = await people.mailTo(email, /Is your e-mail address to be changed/);
  assert.equal((await follow(asked)).status, 200, 'a mail scanner follows the link');
  assert.equal(await emailOf(person), email, 'one of the two is not enough');
  assert.equal((await answer(asked, '/email-change', { answer: 'agree' })).status, 200);
  const { user } = await ok<Json>(person.auth('/get-session'));
  assert.deepEqual([user.email, user.emailVerified], [newEmail, true]);
  const told = await people.mailTo(email, /Your e-mail address was changed/);
  assert.ok(told.replaceAll(/\s+/g, ' ').includes(newEmail));
  assert.equal((await confirmBy(link)).status, 422, 'a link is used once');
  assert.equal((await answer(oldLink, '/reset-password', { password: 'a brand new password' })).status, 422);
  assert.equal((await people.browser().auth('/sign-in/email', { email, password })).status, 401);
  assert.equal((await people.browser().auth('/sign-in/email', { email: newEmail, password })).status, 200);
  assert.ok((await actions(person)).includes('account.email_changed'));
});

test('an old e-mail address that is silent for seven days is no longer asked; one that says stop ends it', async () => {
  const [silent, stopping] = [await people.signedUp(), await people.signedUp()];
  const ask = async ({ person }: { person: AddressedBrowser }) => {
    const newEmail = freshEmail();
    await ok(person.auth('/change-email', { newEmail }));
    return { newEmail, link: await people.mailTo(newEmail, /Confirm your e-mail address/) };
  };
  const [first, second] = [await ask(silent), await ask(stopping)];
  const asked = await people.mailTo(stopping.email, /Is your e-mail address to be changed/);
  assert.equal((await answer(asked, '/email-change', { answer: 'stop' })).status, 200);
  const age = async (days: number) => {
    const rows = await people.db.query<{ user_id: string }>(
      'update email_changes set created_at = created_at - make_interval(days => $1) returning user_id',
      [days],
    );
    await signRows(
      people,
      'email_change',
      rows.map((row) => row.user_id),
    );
  };
  await age(6);
  assert.equal((await confirmBy(first.link)).status, 200);
  assert.equal(await emailOf(silent.person), silent.email);
  await age(1);
  assert.equal((await confirmBy(first.link)).status, 200);
  assert.equal(await emailOf(silent.person), first.newEmail);
  assert.equal((await confirmBy(second.link)).status, 422);
  assert.equal(await emailOf(stopping.person), stopping.email);
});

test('nobody takes an address that is somebody’s, nor hears that it is', async () => {
  const [one, other] = [await people.signedUp(), await people.signedUp()];
  assert.equal((await people.browser().auth('/change-email', { newEmail: one.email })).status, 401);
  assert.equal((await one.person.auth('/change-email', { newEmail: one.email })).status, 400);
  const taken = await one.person.auth('/change-email', { newEmail: other.email });
  const free = freshEmail();
  const fresh = await one.person.auth('/change-email', { newEmail: free });
  assert.deepEqual([taken.status, taken.body], [fresh.status, fresh.body]);
  const tried = /Somebody tried to sign up with your address/;
  await people.mailTo(other.email, tried);
  assert.equal(people.mail.mails.filter((mail) => mail.to.includes(one.email) && tried.test(mail.text)).length, 0);
  // Another person confirms the free address first.
  const link = await people.mailTo(free, /Confirm your e-mail address/);
  await ok(people.browser().auth('/sign-up/email', { email: free, password, name: 'Quicker' }));
  await confirmBy(link);
  await answer(await people.mailTo(one.email, new RegExp(free)), '/email-change', { answer: 'agree' });
  assert.equal(await emailOf(one.person), one.email);
});

test('what happens to an account is in its audit log, with where it came from and without secrets', async () => {
  const { person, email } = await people.signedUp();
  await ok(person.auth('/two-factor/enable', { password }));
  await ok(person.auth('/sign-in/email', { email, password }));
  await ok(person.api.get('/sessions'));
  const elsewhere = people.browser();
  await ok(elsewhere.auth('/sign-in/email', { email, password }));
  const sessions = await ok<Json[]>(person.api.get('/sessions'));
  const other = sessions.find((session) => !session.current);
  await ok(person.api.delete(`/session/${other.id}`));
  assert.equal((await elsewhere.api.get('/app')).status, 401);
  await people.mailTo(email, /One of your browsers was signed out/);
  await ok(person.auth('/change-password', { currentPassword: password, newPassword: 'a brand new password' }));
  await people.mailTo(email, /Your password was changed/);
  await ok(person.api.get('/personal-access-tokens'));
  const made = await ok<Json>(person.api.post('/personal-access-token', { name: 'CI', scopes: ['apps:read'] }));
  const entries = await ok<Json[]>(person.api.get('/audit-log', { query: { limit: 100 } }));
  assert.deepEqual(
    entries.map((entry) => entry.action),
    [
      'access_token.created',
      'password.changed',
      // The browser's own session, which was replaced by a new one.
      'session.ended',
      'session.ended',
      'session.started',
      'session.started',
      'session.started',
      'account.email_confirmed',
      'account.created',
    ],
  );
  const start = entries.findLast((entry) => entry.action === 'session.started');
  assert.match(start.ip, /^10\./);
  assert.match(start.actor, /^user:/);
  const text = JSON.stringify(entries);
  for (const secret of [password, 'a brand new password', made.token]) assert.equal(text.includes(secret), false);
});

test('switching the second factor on and off is noted, and the owner is told when it is off', async () => {
  const { person, email } = await withSecondFactor();
  assert.equal((await person.auth('/two-factor/disable', { password: 'not that one' })).status, 400);
  await ok(person.auth('/two-factor/disable', { password }));
  await people.mailTo(email, /Your second factor was switched off/);
  const noted = (await actions(person)).filter((action) => action.startsWith('second_factor'));
  assert.deepEqual(noted, ['second_factor.disabled', 'second_factor.enabled']);
});

test('a person signs out everywhere at once', async () => {
  const { person, email } = await people.signedUp();
  const elsewhere = people.browser();
  await ok(elsewhere.auth('/sign-in/email', { email, password }));
  await ok(person.auth('/revoke-sessions', {}));
  for (const browser of [person, elsewhere]) assert.equal((await browser.api.get('/app')).status, 401);
  await ok(person.auth('/sign-in/email', { email, password }));
  const ended = (await actions(person)).filter((action) => action === 'session.ended');
  assert.equal(ended.length, 2);
});

test('whoever finds a browser left signed in makes no token and no secret with it', async () => {
  const { person, email } = await people.signedUp();
  await ok(person.api.get('/app'));
  const site = { name: 'Shop', url: 'https://shop.example', environment: 'development' };
  const app = await ok<Json>(person.api.post('/app', site));
  const redirect = { name: 'Plugin', redirect_uris: ['https://shop.example/callback'] };
  const client = await ok<Json>(person.api.post('/oauth2-client', redirect));
  const dangerous = () => [
    person.api.post('/personal-access-token', { name: 'CI', scopes: ['apps:read'] }),
    person.api.put(`/app/${app.id}`, { token: true }),
    person.api.post('/oauth2-client', redirect),
    person.api.post(`/oauth2-client/${client.id}/rotate-secret`),
    person.api.post('/passkey/options'),
  ];
  await wait(email, 16);
  for (const answer of await Promise.all(dangerous())) {
    assert.deepEqual([answer.status, answer.body.code], [403, 'reauthentication_required']);
  }
  assert.equal((await person.api.put(`/app/${app.id}`, { name: 'Renamed' })).status, 200);
  await ok(person.auth('/sign-in/email', { email, password }));
  await ok(person.api.get('/app'));
  for (const answer of await Promise.all(dangerous())) assert.ok(answer.status < 300, JSON.stringify(answer.body));
});

test('a mail waits for its server', async () => {
  const { email, person } = await people.signedUp();
  people.mail.refuse(2);
  await ok(person.auth('/request-password-reset', { email }));
  await people.mailTo(email, /Choose a new password/);
  await until(() => people.service.lines.some((line) => line.includes('a mail could not be sent')), 'the log to tell');
  assert.ok(person.cookies.has(sessionCookie));
});

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

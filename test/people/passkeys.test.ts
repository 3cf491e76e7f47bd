// Passkeys: added in a recent session, they sign in their owner. Each challenge works once and for this host only.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ageSessions } from '../rig/access/aged-sessions.ts';
import { type AuthenticatorApp, authenticatorApp } from '../rig/access/authenticator-app.ts';
import { type Authenticator, type Changes, softwareAuthenticator } from '../rig/browser/authenticator.ts';
import { type Json, ok } from '../rig/client.ts';
import { type AddressedBrowser, freshEmail, password, startPeople } from '../rig/people.ts';
import { quittance } from '../rig/service/command-line.ts';

const people = await startPeople();
after(() => people.close());

async function withPasskey() {
  const { person, email } = await people.signedUp();
  const authenticator = softwareAuthenticator(people.service.url);
  await ok(person.api.get('/passkeys'));
  const options = await ok<Json>(person.api.post('/passkey/options'));
  const made = await ok<Json>(person.api.post('/passkey', { name: 'Phone', response: authenticator.create(options) }));
  return { person, email, authenticator, passkey: made };
}

async function signIn(someone: AddressedBrowser, authenticator: Authenticator, changes?: Changes) {
  const options = await ok<Json>(someone.auth('/sign-in/passkey/options', {}));
  const response = authenticator.get(options, changes);
  return { response, answer: await someone.auth('/sign-in/passkey', { response }) };
}

test('a passkey signs its owner in, without a password and without showing the session token', async () => {
  const { email, authenticator, passkey, person } = await withPasskey();
  const someone = people.browser();
  const { answer } = await signIn(someone, authenticator);
  assert.equal(answer.status, 200);
  assert.equal(answer.body.user.email, email);
  assert.equal('token' in answer.body, false);
  assert.equal((await someone.api.get('/app')).status, 200);
  const [listed] = await ok<Json[]>(person.api.get('/passkeys'));
  assert.deepEqual([listed.id, listed.name], [passkey.id, 'Phone']);
  assert.notEqual(listed.last_used_at, null);
});

test('an answer is taken once, and only by the browser that was asked', async () => {
  const { authenticator } = await withPasskey();
  const one = people.browser();
  const options = await ok<Json>(one.auth('/sign-in/passkey/options', {}));
  const response = authenticator.get(options);
  assert.equal((await people.browser().auth('/sign-in/passkey', { response })).status, 401);
  const thief = one.copy();
  const answers = await Promise.all([one, thief].map((each) => each.auth('/sign-in/passkey', { response })));
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 401]);
  assert.equal((await one.auth('/sign-in/passkey', { response })).status, 401);
});

test('an answer for another host or challenge, without the person, or with a lower counter is refused', async () => {
  const { authenticator } = await withPasskey();
  const wrong: Changes[] = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
    { isUnverified: true },
    { counter: 1 },
  ];
  for (const changes of wrong) {
    const { answer } = await signIn(people.browser(), authenticator, changes);
    assert.equal(answer.status, 401, JSON.stringify(changes));
  }
  const stranger = await signIn(people.browser(), softwareAuthenticator(people.service.url));
  assert.equal(stranger.answer.status, 401);
  for (const response of [null, 'x', {}, { id: 1 }, { id: 'x', response: {} }]) {
    const someone = people.browser();
    await ok(someone.auth('/sign-in/passkey/options', {}));
    assert.equal((await someone.auth('/sign-in/passkey', { response })).status, 401);
  }
  assert.equal((await signIn(people.browser(), authenticator)).answer.status, 200);
});

test('a passkey is made for the latest challenge of the session, once, and by one person only', async () => {
  const { person, authenticator } = await withPasskey();
  const options = await ok<Json>(person.api.post('/passkey/options'));
  const foreign = softwareAuthenticator(people.service.url);
  const elsewhere = foreign.create(options, { origin: 'https://evil.example' });
  assert.equal((await person.api.post('/passkey', { name: 'X', response: elsewhere })).status, 422);
  const spent = await person.api.post('/passkey', { name: 'X', response: foreign.create(options) });
  assert.deepEqual([spent.status, spent.body.errors[0].code], [422, 'not_verified']);
  const { person: stranger } = await people.signedUp();
  await ok(stranger.api.get('/passkeys'));
  const theirs = await ok<Json>(stranger.api.post('/passkey/options'));
  const taken = await stranger.api.post('/passkey', { name: 'X', response: authenticator.create(theirs) });
  assert.deepEqual([taken.status, taken.body.errors[0].code], [422, 'taken']);
});

test('passkeys are made and deleted in a fresh session only; a deleted one signs nobody in', async () => {
  const { person, email, authenticator, passkey } = await withPasskey();
  await ageSessions(people, { email }, 16);
  assert.equal((await person.api.post('/passkey/options')).body.code, 'reauthentication_required');
  assert.equal((await person.api.delete(`/passkey/${passkey.id}`)).body.code, 'reauthentication_required');
  await ok(person.auth('/sign-in/email', { email, password }));
  await ok(person.api.get('/passkeys'));
  const { person: stranger } = await people.signedUp();
  await ok(stranger.api.get('/passkeys'));
  assert.equal((await stranger.api.delete(`/passkey/${passkey.id}`)).status, 404);
  assert.equal((await person.api.delete(`/passkey/${passkey.id}`)).status, 200);
  assert.equal((await signIn(people.browser(), authenticator)).answer.status, 401);
});

test('T7-sign-ins: a passkey, password, address or link that SQL wrote signs nobody in', async () => {
  const [victim, thief] = [await withPasskey(), await withPasskey()];
  const { db, service } = people;
  const idOf = async (email: string) =>
    (await db.query<{ id: string }>('select id from users where email = $1', [email]))[0]?.id ?? assert.fail();
  const [victimId, thiefId] = [await idOf(victim.email), await idOf(thief.email)];
  const tries = async (email: string, tried: string) =>
    (await people.browser().auth('/sign-in/email', { email, password: tried })).status;

  // The thief's own passkey, assigned to the victim.
  await db.query('update passkeys set user_id = $1 where user_id = $2', [victimId, thiefId]);
  assert.equal((await signIn(people.browser(), thief.authenticator)).answer.status, 401);
  assert.equal((await signIn(people.browser(), victim.authenticator)).answer.status, 200);

  // The thief's own password, assigned to the victim: it works neither at a sign-in nor as a proof in a session of the
  // victim.
  await db.query('delete from passkeys where user_id = $1', [victimId]);
  const hashOf = async (id: string) =>
    (await db.query<{ password: string }>('select password from accounts where user_id = $1', [id]))[0]?.password;
  const [own, other] = [await hashOf(victimId), await hashOf(thiefId)];
  await db.query('update accounts set password = $1 where user_id = $2', [other, victimId]);
  assert.equal(await tries(victim.email, password), 401);
  assert.equal((await victim.person.auth('/step-up', { password })).status, 401);
  await service.says('account.tampered');
  // The original row is valid again. In any case, the victim can get a new password by mail.
  await db.query('update accounts set password = $1 where user_id = $2', [own, victimId]);
  assert.equal(await tries(victim.email, password), 200);
  await db.query('update accounts set password = $1 where user_id = $2', [other, victimId]);
  await ok(people.browser().auth('/request-password-reset', { email: victim.email }));
  const reset = await people.mailTo(victim.email, /new password/i);
  const token = new URL(/https?:\/\/\S+token=\S+/.exec(reset)?.[0] ?? assert.fail()).searchParams.get('token');
  await ok(people.browser().auth('/reset-password', { token, newPassword: 'another horse entirely' }));
  assert.equal(await tries(victim.email, 'another horse entirely'), 200);

  // A link of the thief's own, assigned to the victim.
  await ok(people.browser().auth('/request-password-reset', { email: thief.email }));
  const theirs = await people.mailTo(thief.email, /new password/i);
  const stolen = new URL(/https?:\/\/\S+token=\S+/.exec(theirs)?.[0] ?? assert.fail()).searchParams.get('token');
  await db.query('update verifications set value = $1 where value = $2', [victimId, thiefId]);
  const taken = await people.browser().auth('/reset-password', { token: stolen, newPassword: 'chosen by a thief' });
  assert.equal(taken.status, 400);
  assert.equal(await tries(victim.email, 'another horse entirely'), 200);

  // An address that is marked as verified without proof: other programs would rely on the service's statement.
  const unproved = () => db.query('update users set email_verified = not email_verified where id = $1', [victimId]);
  await unproved();
  assert.equal(await tries(victim.email, 'another horse entirely'), 401);
  await unproved();
  assert.equal(await tries(victim.email, 'another horse entirely'), 200);

  // The victim's account with the thief's address: no mail goes there until the operator confirms the address.
  const elsewhere = freshEmail();
  const links = async () => (await db.query('select from verifications')).length;
  const before = await links();
  await db.query('update users set email = $1 where id = $2', [elsewhere, victimId]);
  await ok(people.browser().auth('/request-password-reset', { email: elsewhere }));
  assert.equal(await tries(elsewhere, 'another horse entirely'), 401);
  await service.says('user.tampered');
  assert.equal(await links(), before);
  const confirmed = await quittance(service, ['user', 'confirm', '--email', elsewhere]);
  assert.deepEqual([confirmed.code, confirmed.stdout], [0, `Confirmed merchant ${elsewhere}\n`]);
  assert.equal(await tries(elsewhere, 'another horse entirely'), 200);
  const nobody = await quittance(service, ['user', 'confirm', '--email', 'nobody@example.com']);
  assert.deepEqual([nobody.code, nobody.stderr], [1, 'quittance: No person has the e-mail nobody@example.com.\n']);
});

test('T7-codes: one-time codes that SQL wrote, or switched off, open nothing', async () => {
  const [victim, thief] = [await people.signedUp(), await people.signedUp()];
  const enable = async ({ person }: typeof victim) => {
    const { totpURI } = await ok<Json>(person.auth('/two-factor/enable', { password }));
    const app = authenticatorApp(totpURI);
    await ok(person.auth('/two-factor/verify-totp', { code: app.next() }));
    return app;
  };
  const [own, theirs] = [await enable(victim), await enable(thief)];
  const { db } = people;
  const idOf = (email: string) => `(select id from users where email = '${email}')`;
  const code = async (app: AuthenticatorApp) => {
    const someone = people.browser();
    const first = await ok<Json>(someone.auth('/sign-in/email', { email: victim.email, password }));
    assert.equal(first.twoFactorRedirect, true);
    return (await someone.auth('/two-factor/verify-totp', { code: app.next() })).status;
  };
  assert.equal(await code(own), 200);
  await db.query(`update two_factors v set secret = t.secret, last_step = null from two_factors t
    where v.user_id = ${idOf(victim.email)} and t.user_id = ${idOf(thief.email)}`);
  assert.notEqual(await code(theirs), 200);
  await people.service.says('two_factor.tampered');
  await db.query('update users set two_factor_enabled = false where email = $1', [victim.email]);
  const off = await people.browser().auth('/sign-in/email', { email: victim.email, password });
  assert.equal(off.status, 401);
  // As docs/explanation/sealed-rows.md has an operator do it.
  await db.query(`delete from two_factors where user_id = ${idOf(victim.email)}`);
  assert.equal((await quittance(people.service, ['user', 'confirm', '--email', victim.email])).code, 0);
  await ok(victim.person.auth('/sign-in/email', { email: victim.email, password }));
  assert.equal(await code(await enable(victim)), 200);
});

test('after user reset-factors the password alone signs in, with a mail and an entry in the audit log', async () => {
  const { person, email, authenticator } = await withPasskey();
  const { totpURI, backupCodes } = await ok<Json>(person.auth('/two-factor/enable', { password }));
  const app = authenticatorApp(totpURI);
  await ok(person.auth('/two-factor/verify-totp', { code: app.next() }));
  const half = people.browser();
  assert.equal((await ok<Json>(half.auth('/sign-in/email', { email, password }))).twoFactorRedirect, true);
  const reset = await quittance(people.service, ['user', 'reset-factors', '--email', email.toUpperCase()]);
  assert.equal(reset.code, 0, reset.stderr);
  assert.match(reset.stdout, /1 passkeys and the second factor/);
  await people.mailTo(email, /Your passkeys and second factor were removed/);
  // Nothing from before gives access: the session, the passkey, a half-finished sign-in, its code and its recovery
  // codes.
  assert.equal((await person.api.get('/app')).status, 401);
  assert.equal((await signIn(people.browser(), authenticator)).answer.status, 401);
  for (const [path, code] of [
    ['totp', app.next()],
    ['backup-code', backupCodes[0]],
  ])
    assert.notEqual((await half.auth(`/two-factor/verify-${path}`, { code })).status, 200);
  const again = people.browser();
  assert.equal((await ok<Json>(again.auth('/sign-in/email', { email, password }))).twoFactorRedirect, undefined);
  assert.deepEqual(await ok<Json[]>(again.api.get('/passkeys')), []);
  const log = await ok<Json[]>(again.api.get('/audit-log'));
  const entry = log.find(({ action }) => action === 'account.factors_reset');
  assert.deepEqual([entry?.actor, entry?.before.passkeys, entry?.before.second_factor], ['command_line', 1, true]);
  // All rows are signed in their present state, and new factors can be set up.
  const audited = await quittance(people.service, ['audit']);
  assert.ok(!audited.stdout.includes(email) && !/user\.tampered/.test(audited.stdout + audited.stderr), audited.stdout);
  await ok(again.auth('/two-factor/enable', { password }));
});

test('user reset-factors names the person it cannot find, and signs no row that SQL wrote', async () => {
  const unknown = await quittance(people.service, ['user', 'reset-factors', '--email', 'nobody@example.com']);
  assert.deepEqual([unknown.code, unknown.stderr.includes('nobody@example.com')], [1, true]);
  const { email, authenticator } = await withPasskey();
  await people.db.query('update users set email_verified = not email_verified where email = $1', [email]);
  const refused = await quittance(people.service, ['user', 'reset-factors', '--email', email]);
  assert.deepEqual([refused.code, /user confirm/.test(refused.stderr)], [1, true]);
  await people.db.query('update users set email_verified = not email_verified where email = $1', [email]);
  assert.equal((await signIn(people.browser(), authenticator)).answer.status, 200);
});

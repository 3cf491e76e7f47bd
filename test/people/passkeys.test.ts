// Passkeys: made in a fresh session, they sign their owner in, each challenge once, for this host only.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ageSessions } from '../rig/access/aged-sessions.ts';
import { type Authenticator, type Changes, softwareAuthenticator } from '../rig/browser/authenticator.ts';
import { type Json, ok } from '../rig/client.ts';
import { type AddressedBrowser, password, startPeople } from '../rig/people.ts';

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

test('an answer for another host, another challenge, without the person, or with a counter that fell back is refused', async () => {
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

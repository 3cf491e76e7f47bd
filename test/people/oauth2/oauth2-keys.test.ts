// Signing keys are rotated on the operator's command: every node signs with the new key, and earlier signatures stay
// valid.
import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { after, test } from 'node:test';
import * as openid from 'openid-client';
import { allow, type RelyingParty, relyingParty } from '../../rig/browser/relying-party.ts';
import { type Json, until } from '../../rig/client.ts';
import { startPeople } from '../../rig/people.ts';
import { quittance } from '../../rig/service/command-line.ts';

const people = await startPeople();
after(() => people.close());
const origin = people.service.url;
const { person } = await people.signedUp();
const shop = await relyingParty(origin, person);

async function published(): Promise<Json[]> {
  const answer = (await (await fetch(`${origin}/oauth2/jwks`)).json()) as { keys: Json[] };
  return answer.keys;
}

const headOf = (token: string): Json => JSON.parse(Buffer.from(token.split('.')[0] as string, 'base64url').toString());

/** Whether the token is signed by a published key of the issuer. */
async function holds(token: string): Promise<boolean> {
  const { kid } = headOf(token);
  const key = (await published()).find((one) => one.kid === kid);
  if (key === undefined) return false;
  const [head, body, signature] = token.split('.') as [string, string, string];
  const publicKey = createPublicKey({ key, format: 'jwk' });
  return verify('sha256', Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url'));
}

/** Signs in as a relying party that has fetched no keys yet and checks signatures itself. */
async function idToken(party: RelyingParty): Promise<string> {
  const { url, checks } = await party.begin();
  const config = await openid.discovery(
    new URL(origin),
    party.client.client_id,
    undefined,
    openid.ClientSecretBasic(party.client.client_secret),
    { execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks] },
  );
  const tokens = await openid.authorizationCodeGrant(config, await allow(origin, person, url), checks);
  return tokens.id_token as string;
}

async function rotate(...flags: string[]): Promise<Json> {
  const done = await quittance(people.service, ['oauth2', 'rotate-keys', '--json', ...flags]);
  assert.equal(done.code, 0, done.stderr);
  return JSON.parse(done.stdout);
}

test('after a rotation the new key signs, and a token of the old one still holds', async () => {
  const before = await idToken(shop);
  const old = await published();
  assert.equal(old.length, 2);
  const { keys, earlier_keys: earlier } = await rotate();
  assert.deepEqual(earlier.sort(), old.map((key) => key.kid).sort());
  await until(async () => (await published()).length === 4, 'the node to hear of it');
  const now = await idToken(shop);
  assert.ok(keys.includes(headOf(now).kid));
  assert.notEqual(headOf(now).kid, headOf(before).kid);
  for (const token of [before, now]) assert.equal(await holds(token), true);
  for (const key of await published()) assert.equal('d' in key, false, 'nothing private is published');
});

test('a key for later is published now and signs then', async () => {
  const signing = headOf(await idToken(shop)).kid;
  const count = (await published()).length;
  const { keys } = await rotate('--in', '2h');
  await until(async () => (await published()).length === count + 2, 'the node to hear of it');
  assert.equal(headOf(await idToken(shop)).kid, signing);
  await people.db.query(`update oauth2_signing_keys set signs_from = now() where kid = any($1)`, [keys]);
  await people.db.query(`select pg_notify('quittance_signing_keys', '')`);
  await until(async () => keys.includes(headOf(await idToken(shop)).kid), 'the new key to sign');
});

test('keys that leaked are forgotten: what they signed holds no more', async () => {
  const before = await idToken(shop);
  const { keys } = await rotate('--forget-old');
  await until(async () => (await published()).length === 2, 'the node to hear of it');
  assert.deepEqual((await published()).map((key) => key.kid).sort(), keys.sort());
  assert.equal(await holds(before), false);
  assert.equal(await holds(await idToken(shop)), true);
  const both = await quittance(people.service, ['oauth2', 'rotate-keys', '--forget-old', '--in', '2h']);
  assert.equal(both.code, 1);
  assert.match(both.stderr, /exclude each other/);
});

// Passkey responses: the published examples, and our own with each part altered, compared with a library's verdict.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { type Changes, softwareAuthenticator } from '../../../../../test/rig/browser/authenticator.ts';
import { fc } from '../../../../../test/rig/chance/properties.ts';
import { decodeAt, readAuthenticatorData } from './authenticator-data.ts';
import { creationOptions, readCreation, readSignature, requestOptions } from './ceremony.ts';
import { algorithms, isCredentialKey, isSignedBy } from './credential-key.ts';

interface Published {
  readonly title: string;
  readonly made: Record<'challenge' | 'clientDataJSON' | 'attestationObject', string>;
  readonly signed: Record<'challenge' | 'clientDataJSON' | 'authenticatorData' | 'signature', string>;
}

const file = await readFile(new URL('published-answers.json', import.meta.url), 'utf8');
const { answers } = JSON.parse(file) as { answers: readonly Published[] };

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** The relying party of the published responses. */
const organization = 'https://example.org';

function keyMadeIn({ made }: Published) {
  const { value } = decodeAt(bytes(made.attestationObject), 0);
  const key = readAuthenticatorData((value as Map<string, Uint8Array>).get('authData') as Uint8Array).made;
  assert.ok(key);
  return { credentialId: Buffer.from(key.id).toString('base64url'), publicKey: Buffer.from(key.publicKey), counter: 0 };
}

/**
 * Whether the new key and the signature are accepted. The rejected ones lack user verification, or come from a
 * cross-origin page.
 */
const taken: Readonly<Record<string, readonly [made: boolean, signed: boolean]>> = {
  'ES256 Credential with No Attestation': [false, false],
  'ES256 Credential with Self Attestation': [true, false],
  "ES256 Credential with 'crossOrigin': true in clientDataJSON": [false, false],
  "ES256 Credential with 'topOrigin' in clientDataJSON": [false, false],
  'ES256 Credential with very long credential ID': [false, true],
  'Packed Attestation with ES256 Credential': [true, true],
  'Packed Attestation with RS256 Credential': [true, false],
  'Packed Attestation with Ed25519 Credential': [false, false],
  'TPM Attestation with ES256 Credential': [true, true],
  'Android Key Attestation with ES256 Credential': [true, false],
  'Apple Anonymous Attestation with ES256 Credential': [false, false],
  'FIDO U2F Attestation with ES256 Credential': [false, false],
  // The service never requests such keys.
  'Packed Attestation with ES384 Credential': [false, false],
  'Packed Attestation with ES512 Credential': [false, false],
  'Packed Attestation with Ed448 Credential': [false, false],
};

for (const answer of answers) {
  test(`as published: ${answer.title}`, () => {
    const passkey = keyMadeIn(answer);
    const named = { id: passkey.credentialId, rawId: passkey.credentialId, type: 'public-key' };
    const { made, signed } = answer;
    const creation = readCreation(organization, made.challenge, { ...named, response: made });
    const counter = readSignature(organization, signed.challenge, passkey, { ...named, response: signed });
    assert.deepEqual([creation !== null, counter === 0], taken[answer.title]);
    const data = Buffer.concat([bytes(signed.authenticatorData), sha256(bytes(signed.clientDataJSON))]);
    const isAskedFor = !/ES384|ES512|Ed448/.test(answer.title);
    assert.equal(isCredentialKey(passkey.publicKey), isAskedFor);
    if (isAskedFor) assert.equal(isSignedBy(passkey.publicKey, data, bytes(signed.signature)), true);
    else
      assert.throws(
        () => isSignedBy(passkey.publicKey, data, bytes(signed.signature)),
        /not a key of a requested algorithm/,
      );
  });
}

const ours = 'https://pay.example';
const person = { id: '01a21a7c-d860-7724-9237-c60903bc01c4', email: 'ada@example.com' };

/** A valid pair of responses, the second with the given changes. */
function pair(changes: Changes = {}) {
  const authenticator = softwareAuthenticator(ours);
  const asked = creationOptions(ours, person, []);
  const made = authenticator.create(asked) as Answer;
  const passkey = readCreation(ours, asked.challenge, made);
  assert.ok(passkey);
  const { challenge } = requestOptions(ours);
  return { asked, made, passkey, challenge, signed: authenticator.get({ challenge }, changes) as Answer };
}

interface Answer {
  readonly id: string;
  readonly rawId: string;
  readonly response: Readonly<Record<string, unknown>>;
}

async function librarysCounter(passkey: ReturnType<typeof pair>['passkey'], challenge: string, answer: unknown) {
  const { credentialId: id, counter } = passkey;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as never,
      expectedChallenge: challenge,
      expectedOrigin: ours,
      expectedRPID: new URL(ours).hostname,
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

async function librarysKey(challenge: string, answer: unknown) {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer as never,
      expectedChallenge: challenge,
      expectedOrigin: ours,
      expectedRPID: new URL(ours).hostname,
      supportedAlgorithmIDs: [...algorithms],
    });
    return registrationInfo?.credential ?? null;
  } catch {
    return null;
  }
}

/** The attestation statement comes before it. The library checks the statement, and the service ignores it. */
const authenticatorDataAt = 30;

/** Returns the response with one bit of one part flipped. */
function turned(answer: Answer, part: string, at: number): Answer {
  const altered = bytes(answer.response[part] as string);
  const from = part === 'attestationObject' ? authenticatorDataAt : 0;
  const bit = from * 8 + (at % ((altered.length - from) * 8));
  altered[bit >> 3] = (altered[bit >> 3] as number) ^ (1 << (bit & 7));
  return { ...answer, response: { ...answer.response, [part]: altered.toString('base64url') } };
}

test('an answer that was altered in any bit is taken only where a library takes it, and is read alike', async () => {
  const { asked, made, passkey, challenge, signed } = pair();
  assert.equal(await librarysCounter(passkey, challenge, signed), 2);
  const signedParts = fc.constantFrom('clientDataJSON', 'authenticatorData', 'signature');
  const ofSignature = fc.asyncProperty(signedParts, fc.nat(), async (part, at) => {
    const altered = turned(signed, part, at);
    const counter = readSignature(ours, challenge, passkey, altered);
    if (counter !== null) assert.equal(counter, await librarysCounter(passkey, challenge, altered));
  });
  await fc.assert(ofSignature, { numRuns: 300 });
  const madeParts = fc.constantFrom('clientDataJSON', 'attestationObject');
  const ofKey = fc.asyncProperty(madeParts, fc.nat(), async (part, at) => {
    const altered = turned(made, part, at);
    const key = readCreation(ours, asked.challenge, altered);
    if (key === null) return;
    const { id, publicKey, counter } = (await librarysKey(asked.challenge, altered)) ?? {};
    assert.deepEqual([key.credentialId, key.counter], [id, counter]);
    assert.deepEqual(new Uint8Array(key.publicKey), publicKey);
  });
  await fc.assert(ofKey, { numRuns: 600 });
});

test('what is missing or of another kind is no answer', () => {
  const { asked, made, passkey, challenge, signed } = pair();
  const without = (answer: Answer, part: string) => ({ ...answer, response: { ...answer.response, [part]: 7 } });
  for (const part of ['clientDataJSON', 'attestationObject']) {
    assert.equal(readCreation(ours, asked.challenge, without(made, part)), null, part);
  }
  for (const part of ['clientDataJSON', 'authenticatorData', 'signature']) {
    assert.equal(readSignature(ours, challenge, passkey, without(signed, part)), null, part);
  }
  const other = { ...signed, id: 'AAAA', rawId: 'AAAA' };
  for (const answer of [null, 7, 'x', {}, { ...signed, type: 'password' }, { ...signed, rawId: 'AAAA' }, other]) {
    assert.equal(readSignature(ours, challenge, passkey, answer), null);
  }
  assert.equal(readCreation(ours, asked.challenge, { ...made, id: 'AAAA', rawId: 'AAAA' }), null);
  assert.equal(readCreation(ours, challenge, made), null);
  assert.equal(readSignature(ours, asked.challenge, passkey, signed), null);
  assert.equal(readSignature('https://pay.example:8443', challenge, passkey, signed), null);
});

test('a counter that does not rise is that of a copy; without counters there is none', () => {
  for (const [known, told, expected] of [
    [1, 2, 2],
    [2, 2, null],
    [3, 2, null],
    [1, 0, null],
    [0, 0, 0],
  ] as const) {
    const { passkey, challenge, signed } = pair({ counter: told });
    assert.equal(readSignature(ours, challenge, { ...passkey, counter: known }, signed), expected, `${known} ${told}`);
  }
});

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

// Both WebAuthn ceremonies: creation and sign-in. They require discoverable credentials of this host and user
// verification. Attestation is not requested, and is ignored if it is sent.
import { createHash, randomBytes } from 'node:crypto';
import { type AuthenticatorData, decodeAt, readAuthenticatorData } from './authenticator-data.ts';
import { algorithms, isCredentialKey, isSignedBy } from './credential-key.ts';
import type { Passkey } from './passkey-store.ts';

/** The seconds for which a challenge is valid. */
export const challengeSeconds = 300;

const timeout = challengeSeconds * 1000;

/** Returns PublicKeyCredentialCreationOptionsJSON (WebAuthn level 3, §5.1.9). */
export function creationOptions(
  publicUrl: string,
  person: { readonly id: string; readonly email: string },
  held: readonly Passkey[],
) {
  return {
    rp: { name: 'Quittance', id: new URL(publicUrl).hostname },
    user: { id: Buffer.from(person.id).toString('base64url'), name: person.email, displayName: person.email },
    challenge: newChallenge(),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    excludeCredentials: held.map(({ credentialId: id, transports }) => ({ type: 'public-key', id, transports })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** Returns PublicKeyCredentialRequestOptionsJSON. It lists no credentials, so it does not reveal who has a passkey. */
export function requestOptions(publicUrl: string) {
  const rpId = new URL(publicUrl).hostname;
  return { challenge: newChallenge(), rpId, timeout, allowCredentials: [], userVerification: 'required' };
}

/** 32 bytes in base64url. */
function newChallenge(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the new key of a RegistrationResponseJSON (§7.1), or null if the response is invalid. */
export function readCreation(
  publicUrl: string,
  challenge: string,
  answer: unknown,
): Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | null {
  // A malformed response is rejected like an invalid one.
  return orNull(() => {
    const { text, bytes, words } = partsOf(answer);
    if (!isForUs(bytes('clientDataJSON'), { type: 'webauthn.create', challenge, publicUrl })) return null;
    const { value: statement } = decodeAt(bytes('attestationObject'), 0);
    const said = statement instanceof Map && statement.get('authData');
    if (!(said instanceof Uint8Array)) return null;
    const data = readAuthenticatorData(said);
    if (!isOfPersonHere(data, publicUrl) || data.made === null || !isCredentialKey(data.made.publicKey)) return null;
    const credentialId = Buffer.from(data.made.id).toString('base64url');
    if (text('id') !== credentialId) return null;
    const publicKey = Buffer.from(data.made.publicKey);
    return { credentialId, publicKey, counter: data.counter, transports: words('transports') };
  });
}

/**
 * Returns the authenticator's new counter from an AuthenticationResponseJSON (§7.2). Returns null if this passkey did
 * not sign it, or if its counter was used before.
 */
export function readSignature(
  publicUrl: string,
  challenge: string,
  passkey: Pick<Passkey, 'credentialId' | 'publicKey' | 'counter'>,
  answer: unknown,
): number | null {
  return orNull(() => {
    const { text, bytes } = partsOf(answer);
    const client = bytes('clientDataJSON');
    if (text('id') !== passkey.credentialId) return null;
    if (!isForUs(client, { type: 'webauthn.get', challenge, publicUrl })) return null;
    const said = bytes('authenticatorData');
    const data = readAuthenticatorData(said);
    if (!isOfPersonHere(data, publicUrl)) return null;
    if (!isSignedBy(passkey.publicKey, Buffer.concat([said, sha256(client)]), bytes('signature'))) return null;
    // A counter that does not increase indicates a cloned authenticator, unless the authenticator has no counter.
    const isCounted = data.counter > 0 || passkey.counter > 0;
    return isCounted && data.counter <= passkey.counter ? null : data.counter;
  });
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** The standard defines six transports. */
const mostWords = 10;

/**
 * Reads the fields of a browser's response in JSON (§5.1.8). Each reader throws if its field is missing or malformed.
 */
function partsOf(answer: unknown) {
  const { id, rawId, type, response } = answer as Record<string, unknown>;
  if (type !== 'public-key' || id !== rawId) throw new Error('this is not a public key credential');
  const parts = { id, ...(response as object) } as Record<string, unknown>;
  const text = (name: string): string => {
    const part = parts[name];
    if (typeof part !== 'string') throw new Error(`${name} is missing`);
    return part;
  };
  const bytes = (name: string): Buffer => {
    if (!/^[\w-]+$/.test(text(name))) throw new Error(`${name} is not in base64url`);
    return Buffer.from(text(name), 'base64url');
  };
  const words = (name: string): string[] => {
    const list = parts[name] ?? [];
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string').slice(0, mostWords) : [];
  };
  return { text, bytes, words };
}

interface Asked {
  readonly type: 'webauthn.create' | 'webauthn.get';
  readonly challenge: string;
  readonly publicUrl: string;
}

/** Whether the response was made for this challenge on a page of this origin that is not in another site's frame. */
function isForUs(clientData: Buffer, asked: Asked): boolean {
  const { type, challenge, origin, crossOrigin } = JSON.parse(clientData.toString()) as Record<string, unknown>;
  const isOurs = origin === new URL(asked.publicUrl).origin && crossOrigin !== true;
  return isOurs && type === asked.type && challenge === asked.challenge;
}

function isOfPersonHere(data: AuthenticatorData, publicUrl: string): boolean {
  const isOurs = sha256(new URL(publicUrl).hostname).equals(data.hostHash);
  return isOurs && data.isPersonPresent && data.isPersonVerified;
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

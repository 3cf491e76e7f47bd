// What WebAuthn asks of both ceremonies here: discoverable keys of this host, and a person who proved to be there.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Passkey } from './passkey-store.ts';

/** How long a challenge may be answered. */
export const challengeSeconds = 300;

// EdDSA, ES256, RS256 (IANA COSE algorithms).
const algorithms = [-8, -7, -257];

/** Loaded when first needed, because few instances do and it takes its time. */
function library() {
  return import('@simplewebauthn/server');
}

/** What `navigator.credentials.create` takes, as JSON. */
export async function creationOptions(
  publicUrl: string,
  person: { readonly id: string; readonly email: string },
  held: readonly Passkey[],
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Quittance',
    rpID: new URL(publicUrl).hostname,
    userName: person.email,
    userID: new Uint8Array(Buffer.from(person.id)),
    attestationType: 'none',
    excludeCredentials: held.map((one) => ({ id: one.credentialId, transports: [...one.transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
}

/** The new key, or null for an answer that does not hold. */
export async function readCreation(publicUrl: string, challenge: string, response: unknown) {
  const { verifyRegistrationResponse } = await library();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: new URL(publicUrl).origin,
      expectedRPID: new URL(publicUrl).hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    return registrationInfo?.credential ?? null;
  } catch {
    // Whatever is wrong with it, it is not an answer to our challenge.
    return null;
  }
}

/** What `navigator.credentials.get` takes, as JSON. It names nobody's keys, so that nobody can ask who has some. */
export async function requestOptions(publicUrl: string) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({ rpID: new URL(publicUrl).hostname, userVerification: 'required' });
}

/** The authenticator's new counter, or null for an answer that this passkey did not sign, or signed before. */
export async function readSignature(
  publicUrl: string,
  challenge: string,
  passkey: Passkey,
  response: unknown,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: new URL(publicUrl).origin,
      expectedRPID: new URL(publicUrl).hostname,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: [...passkey.transports],
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

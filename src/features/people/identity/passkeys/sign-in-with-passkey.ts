// Adds the sign-in with a passkey to better-auth, which creates the session as for a password.
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, type createAuthMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import type { Instance } from '../../../instance.ts';
import { challengeSeconds, readSignature, requestOptions } from './ceremony.ts';
import { findPasskey, type Passkey, recordChallenge, recordPasskeyUse, takeChallenge } from './passkey-store.ts';

type Parts = Pick<Instance, 'db' | 'seals' | 'clock' | 'publicUrl' | 'newId' | 'newSecretId'>;

const challengeCookie = 'passkey_challenge';

/**
 * No one-time code is required. A passkey proves possession and also verifies its owner by a fingerprint or a PIN, so
 * it counts as two factors.
 */
export function signInWithPasskey(instance: Parts): BetterAuthPlugin {
  return {
    id: 'sign-in-with-passkey',
    endpoints: {
      offerPasskey: createAuthEndpoint('/sign-in/passkey/options', { method: 'POST' }, async (context) => {
        const options = requestOptions(instance.publicUrl);
        const holder = instance.newSecretId();
        const now = instance.clock.now();
        await recordChallenge(
          instance,
          { id: instance.newId(), holder, value: options.challenge, now },
          challengeSeconds,
        );
        const { name, attributes } = context.context.createAuthCookie(challengeCookie, { maxAge: challengeSeconds });
        await context.setSignedCookie(name, holder, context.context.secret, attributes);
        return context.json(options);
      }),
      signInPasskey: createAuthEndpoint('/sign-in/passkey', { method: 'POST' }, async (context) => {
        const passkey = await takePasskeyAnswer(instance, context);
        const user = passkey && (await context.context.internalAdapter.findUserById(passkey.userId));
        if (!user) throw new APIError('UNAUTHORIZED', { code: 'INVALID_PASSKEY', message: 'Invalid passkey' });
        const session = await context.context.internalAdapter.createSession(user.id);
        await setSessionCookie(context, { session, user });
        return context.json({ user });
      }),
    },
  };
}

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/**
 * Returns the passkey that signed this browser's challenge, or null for any other response. The challenge is consumed.
 */
export async function takePasskeyAnswer(
  instance: Parts,
  context: Pick<Context, 'context' | 'body' | 'getSignedCookie' | 'setCookie'>,
): Promise<Passkey | null> {
  const { name, attributes } = context.context.createAuthCookie(challengeCookie);
  const holder = await context.getSignedCookie(name, context.context.secret);
  const { response } = (context.body ?? {}) as { response?: unknown };
  const passkey = holder ? await passkeyThatSigned(instance, holder, response) : null;
  context.setCookie(name, '', { ...attributes, maxAge: 0 });
  return passkey;
}

async function passkeyThatSigned(instance: Parts, holder: string, response: unknown): Promise<Passkey | null> {
  const now = instance.clock.now();
  const challenge = await takeChallenge(instance, holder, now);
  const id = (response as { id?: unknown } | null | undefined)?.id;
  if (challenge === null || typeof id !== 'string') return null;
  const passkey = await findPasskey(instance, id);
  if (passkey === null) return null;
  const counter = readSignature(instance.publicUrl, challenge, passkey, response);
  if (counter === null || !(await recordPasskeyUse(instance.db, passkey, counter, now))) return null;
  return passkey;
}

// Configures oidc-provider with this instance's keys, people and tables. Loaded at the first request of a client.
import type Provider from 'oidc-provider';
import { createProvider } from '../../../../io/oidc/create-provider.ts';
import type { SigningKey } from '../../../../io/oidc/signing-keys.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange } from '../../audit/audit-change.ts';
import { findProfile, type Profile } from '../../identity/profile-store.ts';
import { endSession, sessionOf } from '../../identity/session-store.ts';
import { isAddressOurs } from '../../identity/store.ts';
import { findGrantId } from '../sessions/grant-store.ts';
import { spoilCode } from './artifact-store.ts';
import { providerAdapter } from './provider-adapter.ts';
import { providerPages } from './provider-pages.ts';

export function makeProvider(instance: Instance, keys: readonly SigningKey[]): Provider {
  const { db, publicUrl } = instance;
  return createProvider({
    issuer: publicUrl,
    keys: keys.map((key) => key.jwk),
    cookieKey: instance.vault.keyFor('oauth2 cookies').toString('base64url'),
    signInKey: instance.vault.keyFor('oauth2 sign-in first'),
    adapter: providerAdapter(instance),
    whoIsSignedIn: async (cookieHeader) => (await sessionOf(instance, cookieHeader))?.userId ?? null,
    now: () => instance.clock.now(),
    async findAccount(userId) {
      const profile = (await isAddressOurs(instance, userId)) ? await findProfile(db, userId) : null;
      return profile === null ? undefined : { accountId: userId, claims: () => claimsOf(userId, profile) };
    },
    findGrantId: (userId, clientId) => findGrantId(db, userId, clientId),
    spoilCode: (code, clientId) => spoilCode(db, code, clientId),
    async signedOut(cookieHeader, userId) {
      const session = await sessionOf(instance, cookieHeader);
      if (session?.userId !== userId) return;
      await db.atomically(async (trx) => {
        if (!(await endSession(trx, session.sessionId, userId))) return;
        const call = { caller: { kind: 'cookie', ...session }, origin: { ip: null, userAgent: null } } as const;
        const subject = { of: { ownerId: userId }, subjectId: session.sessionId, before: null, after: null };
        await auditChange(trx, instance, call, { ...subject, action: 'session.ended' });
      });
    },
    pages: providerPages,
    onFault: (error) => instance.log.error({ err: error, part: 'oauth2' }, 'an OpenID Connect request failed'),
  });
}

/** The client sees only the claims of its scopes. */
function claimsOf(userId: string, profile: Profile) {
  return {
    sub: userId,
    email: profile.email,
    email_verified: profile.emailVerified,
    updated_at: Math.floor(profile.updatedAt.getTime() / 1000),
    ...(profile.name === '' ? {} : { name: profile.name }),
    ...(profile.image === null ? {} : { picture: profile.image }),
  };
}

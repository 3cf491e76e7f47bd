// OpenID Connect, put together from its parts: one provider, made anew when its keys change, over tables that all nodes share.
import type { FastifyInstance } from 'fastify';
import type Provider from 'oidc-provider';
import type { Csrf } from '../../../io/http/browser/csrf.ts';
import { createProvider } from '../../../io/oidc/create-provider.ts';
import { mountProvider } from '../../../io/oidc/mount-provider.ts';
import type { SigningKey } from '../../../io/oidc/signing-keys.ts';
import { noteChange } from '../../audit/note-change.ts';
import { findProfile, type Profile } from '../../identity/profile-store.ts';
import { endSession, sessionOf } from '../../identity/session-store.ts';
import { beginAttempt } from '../../identity/sign-in/attempt-limit.ts';
import type { Instance } from '../../instance.ts';
import { keysChannel } from '../keys/key-store.ts';
import { loadSigningKeys } from '../keys/load-signing-keys.ts';
import { findGrantId } from '../sessions/grant-store.ts';
import { spoilCode } from './artifact-store.ts';
import { providerAdapter } from './provider-adapter.ts';
import { providerPages } from './provider-pages.ts';
import { serveInteraction } from './serve-interaction.ts';
import { serveSignInPage } from './serve-sign-in-page.ts';

/** Keys that another node made by routine are published for a day before they sign: looking for them may take its time. */
const lookForKeysMillis = 600_000;

export async function serveOauth2(app: FastifyInstance, instance: Instance, csrf: Csrf): Promise<void> {
  const { provider, forget } = currentProvider(instance);
  const unlisten = await instance.db.listen(keysChannel, forget, forget);
  app.addHook('onClose', unlisten);
  await app.register(
    mountProvider({
      publicUrl: instance.publicUrl,
      provider,
      async limit(request) {
        const attempt = await beginAttempt(instance, 'token', { account: null, address: request.ip });
        return attempt.succeeded;
      },
    }),
  );
  await app.register(serveInteraction(instance, { csrf, provider }));
  await app.register(serveSignInPage(instance));
}

function currentProvider(instance: Instance): { provider(): Promise<Provider>; forget(): void } {
  let made: { provider: Provider; names: string; lookedAt: number } | null = null;
  let making: Promise<Provider> | null = null;
  let changes = 0;
  const make = async (): Promise<Provider> => {
    const before = changes;
    const keys = await loadSigningKeys(instance);
    const names = keys.map((key) => key.kid).join();
    const provider = made?.names === names ? made.provider : providerWith(instance, keys);
    // What was being read while the keys changed may be what they were.
    if (before === changes) made = { provider, names, lookedAt: instance.clock.now().getTime() };
    return provider;
  };
  return {
    async provider() {
      if (made !== null && instance.clock.now().getTime() - made.lookedAt < lookForKeysMillis) return made.provider;
      if (making !== null) return making;
      const mine = make().finally(() => {
        if (making === mine) making = null;
      });
      making = mine;
      return mine;
    },
    forget() {
      changes += 1;
      making = null;
      made = null;
    },
  };
}

function providerWith(instance: Instance, keys: readonly SigningKey[]): Provider {
  const { db, publicUrl } = instance;
  return createProvider({
    issuer: publicUrl,
    keys: keys.map((key) => key.jwk),
    cookieKey: instance.vault.keyFor('oauth2 cookies').toString('base64url'),
    adapter: providerAdapter(instance),
    whoIsSignedIn: async (cookieHeader) => (await sessionOf(instance, cookieHeader))?.userId ?? null,
    now: () => instance.clock.now(),
    async findAccount(userId) {
      const profile = await findProfile(db, userId);
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
        await noteChange(trx, instance, call, { ...subject, action: 'session.ended' });
      });
    },
    pages: providerPages,
    onFault: (error) => instance.log.error({ err: error, part: 'oauth2' }, 'an OpenID Connect request failed'),
  });
}

/** Which of them a client sees, its scopes say. */
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

// OpenID Connect, put together from its parts: one provider, made anew when its keys change, over tables that all nodes share.
import type { FastifyInstance } from 'fastify';
import type Provider from 'oidc-provider';
import type { Csrf } from '../../../io/http/browser/csrf.ts';
import { createProvider } from '../../../io/oidc/create-provider.ts';
import { mountProvider } from '../../../io/oidc/mount-provider.ts';
import type { SigningKey } from '../../../io/oidc/signing-keys.ts';
import { findProfile, type Profile } from '../../identity/profile-store.ts';
import { endSessionWithToken, sessionOf, sessionTokenIn } from '../../identity/session-store.ts';
import { beginAttempt } from '../../identity/sign-in/attempt-limit.ts';
import type { Instance } from '../../instance.ts';
import { findGrantId } from '../sessions/grant-store.ts';
import { spoilCode } from './artifact-store.ts';
import { loadSigningKeys } from './load-signing-keys.ts';
import { providerAdapter } from './provider-adapter.ts';
import { providerPages } from './provider-pages.ts';
import { serveInteraction } from './serve-interaction.ts';
import { serveSignInPage } from './serve-sign-in-page.ts';

/** Another node may have made keys: they are published for a day before they sign, so this may take its time. */
const lookForKeysMillis = 600_000;

export async function serveOauth2(app: FastifyInstance, instance: Instance, csrf: Csrf): Promise<void> {
  const provider = currentProvider(instance);
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

function currentProvider(instance: Instance): () => Promise<Provider> {
  let made: { provider: Provider; names: string; lookedAt: number } | null = null;
  let making: Promise<Provider> | null = null;
  const make = async (): Promise<Provider> => {
    const keys = await loadSigningKeys(instance);
    const names = keys.map((key) => key.kid).join();
    const provider = made?.names === names ? made.provider : providerWith(instance, keys);
    made = { provider, names, lookedAt: instance.clock.now().getTime() };
    return provider;
  };
  return async () => {
    if (made !== null && instance.clock.now().getTime() - made.lookedAt < lookForKeysMillis) return made.provider;
    making ??= make().finally(() => {
      making = null;
    });
    return making;
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
      const token = sessionTokenIn(cookieHeader, publicUrl);
      if (token !== null && (await sessionOf(instance, cookieHeader))?.userId === userId) {
        await endSessionWithToken(db, token);
      }
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

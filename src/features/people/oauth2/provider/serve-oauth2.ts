// Assembles OpenID Connect: one provider, rebuilt when its keys change, on tables that all nodes share.
import type { FastifyInstance } from 'fastify';
import type Provider from 'oidc-provider';
import type { Csrf } from '../../../../io/http/browser/csrf.ts';
import { mountProvider } from '../../../../io/oidc/mount-provider.ts';
import type { Instance } from '../../../instance.ts';
import { beginAttempt } from '../../identity/sign-in/attempt-limit.ts';
import { keysChannel } from '../keys/key-store.ts';
import { loadSigningKeys } from '../keys/load-signing-keys.ts';
import { serveInteraction } from './serve-interaction.ts';
import { serveSignInPage } from './serve-sign-in-page.ts';

/** A scheduled key is published for a day before it signs, so checking for new keys need not be frequent. */
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
    // Loading the library takes a fifth of the start-up time, and most instances have no clients.
    const { makeProvider } = await import('./make-provider.ts');
    const provider = made?.names === names ? made.provider : makeProvider(instance, keys);
    // If the keys changed during the load, the result may be outdated and is not cached.
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

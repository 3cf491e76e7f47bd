// OpenID Connect, put together from its parts: one provider, made anew when its keys change, over tables that all nodes
// share.
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

/**
 * Keys that another node made by routine are published for a day before they sign: looking for them may take its time.
 */
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
    // The library is a fifth of a start, and most instances have no clients.
    const { makeProvider } = await import('./make-provider.ts');
    const provider = made?.names === names ? made.provider : makeProvider(instance, keys);
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

// Asks every endpoint at start which chain it is, and every token what it is: a wrong chain stops the start, one that
// is away does not.
import { setTimeout as delay } from 'node:timers/promises';
import { checkBlocklists } from '../features/chain-sync/token-checks/check-blocklists.ts';
import { checkTokens } from '../features/chain-sync/token-checks/check-tokens.ts';
import type { Instance } from '../features/instance.ts';
import { recordReached } from '../features/networks/status-store.ts';
import { ChainFault } from '../io/chains/chain.ts';
import { openChain } from '../io/chains/readers.ts';
import { StartFault } from '../io/start-fault.ts';

const patienceMillis = 5_000;

/** Throws StartFault naming the network whose endpoint is another chain. */
export async function checkNetworks(instance: Instance): Promise<void> {
  await Promise.all(
    instance.catalog.networks
      .filter((network) => network.followable)
      .map(async (network) => {
        const chain = openChain(network.family, network.facts, instance.log);
        const stopWaiting = new AbortController();
        try {
          const isReached = await Promise.race([
            chain
              .verify()
              .then(() => checkTokens(instance, network, chain))
              .then(() => checkBlocklists(instance, { network, chain }, null))
              .then(() => true),
            delay(patienceMillis, false, { signal: stopWaiting.signal }),
          ]);
          if (isReached) await recordReached(instance.db, network.id);
        } catch (error) {
          if (error instanceof ChainFault && !error.retryable) throw new StartFault(error.message, { cause: error });
          instance.log.warn(
            { network: network.symbol, err: error },
            'the network cannot be reached; it is tried again and again',
          );
        } finally {
          stopWaiting.abort();
          await chain.close();
        }
      }),
  );
}

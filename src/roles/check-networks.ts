// Asks every endpoint at start which chain it is, and every token what it is: what is wrong or away stops nothing, its
// network is shown as not available, and is looked at again.
import { setTimeout as delay } from 'node:timers/promises';
import { checkBlocklists } from '../features/chain-sync/token-checks/check-blocklists.ts';
import { checkTokens } from '../features/chain-sync/token-checks/check-tokens.ts';
import type { Instance } from '../features/instance.ts';
import { recordReached, recordUnreached } from '../features/networks/status-store.ts';
import { ChainFault } from '../io/chains/chain.ts';
import { openChain } from '../io/chains/readers.ts';

const patienceMillis = 5_000;

/** Says in the log what is wrong with a network, and throws nothing that an endpoint did. */
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
          const facts = { network: network.symbol, err: error };
          if (!(error instanceof ChainFault) || error.retryable) {
            instance.log.warn(facts, 'the network cannot be reached; it is tried again and again');
            return;
          }
          instance.log.error(facts, 'every endpoint of the network is another chain; it is looked at again and again');
          await recordUnreached(instance.db, network.id);
        } finally {
          stopWaiting.abort();
          await chain.close();
        }
      }),
  );
}

// Checks at start which chain every endpoint serves, and the properties of every token. A failed check stops nothing:
// the network is marked unavailable and checked again later.
import { setTimeout as delay } from 'node:timers/promises';
import { checkBlocklists } from '../features/evidence/chain-sync/token-checks/check-blocklists.ts';
import { checkTokens } from '../features/evidence/chain-sync/token-checks/check-tokens.ts';
import type { Instance } from '../features/instance.ts';
import type { Network } from '../features/known/catalog/catalog.ts';
import { recordReached, recordUnreached } from '../features/known/networks/status-store.ts';
import { ChainFault } from '../io/chains/chain.ts';
import { openChain } from '../io/chains/readers.ts';

const patienceMillis = 5_000;

/**
 * Logs the problems of each network. Faults of endpoints are not thrown. After five seconds, slow checks continue in
 * the background until `signal`.
 */
export async function checkNetworks(instance: Instance, signal: AbortSignal): Promise<void> {
  const networks = instance.catalog.networks.filter(({ followable }) => followable);
  const checks = Promise.all(networks.map((network) => checkNetwork(instance, network, signal)));
  const waiting = new AbortController();
  const patience = delay(patienceMillis, undefined, { signal: AbortSignal.any([signal, waiting.signal]) });
  await Promise.race([checks, patience.catch(() => undefined)]);
  waiting.abort();
}

async function checkNetwork(instance: Instance, network: Network, signal: AbortSignal): Promise<void> {
  const chain = openChain(network.family, network.facts, instance.log);
  const close = () => void chain.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    await chain.verify();
    await checkTokens(instance, network, chain);
    await checkBlocklists(instance, { network, chain }, null);
    await recordReached(instance.db, network.id);
  } catch (error) {
    if (!signal.aborted) await tellFault(instance, network, error);
  } finally {
    signal.removeEventListener('abort', close);
    await chain.close();
  }
}

async function tellFault({ db, log }: Instance, network: Network, error: unknown): Promise<void> {
  const facts = { network: network.symbol, err: error };
  if (!(error instanceof ChainFault) || error.retryable) {
    log.warn(facts, 'the network cannot be reached; retrying');
    return;
  }
  log.error(facts, 'every endpoint of the network serves another chain; checking again later');
  await recordUnreached(db, network.id);
}

// The watcher role: one loop per network, each at its own pace. A fault of one network never holds up another.
import { setTimeout as delay } from 'node:timers/promises';
import type { Network } from '../features/catalog/catalog.ts';
import { nothingMarked } from '../features/chain-sync/balance-probe/probe-memory.ts';
import { noLooks } from '../features/chain-sync/mempool/mempool-memory.ts';
import { dismissJury, juryOf } from '../features/chain-sync/quorum/endpoint-quorum.ts';
import { watchWitnesses } from '../features/chain-sync/quorum/watch-quorum.ts';
import { followChain } from '../features/chain-sync/sync-network.ts';
import { type Follower, nothingAhead } from '../features/chain-sync/sync-session.ts';
import type { Instance } from '../features/instance.ts';
import { releaseLease } from '../features/networks/cursor-store.ts';
import { expireInvoices } from '../features/payments/expire.ts';
import { ChainFault } from '../io/chains/chain.ts';
import { openChain } from '../io/chains/readers.ts';
import type { RunningRole } from './api.ts';

const firstBackOffMillis = 500;
const longestBackOffMillis = 15_000;
const elsewhereMillis = 1_000;
const haltedMillis = 10_000;
const overdueMillis = 10_000;

export async function startWatcher(instance: Instance): Promise<RunningRole> {
  const stopping = new AbortController();
  const loops = instance.catalog.networks
    .filter((network) => network.followable)
    .map((network) => follow(instance, network, stopping.signal));
  loops.push(endOverdue(instance, stopping.signal));
  instance.log.info({ networks: loops.length - 1 }, 'watcher started');
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function follow(instance: Instance, network: Network, signal: AbortSignal): Promise<void> {
  const chain = openChain(network.family, network.facts, instance.log);
  const quiet = { warn: (told: object, message: string) => instance.log.debug(told, message) };
  const follower: Follower = {
    network,
    chain,
    owner: instance.newId(),
    watched: chain.watch(),
    horizon: '0',
    notedAt: Number.NEGATIVE_INFINITY,
    standingAt: Number.NEGATIVE_INFINITY,
    // They were asked at the start.
    tokensAt: performance.now(),
    blocklistPlace: null,
    settled: null,
    memory: noLooks(),
    ahead: nothingAhead(),
    inner: nothingMarked(),
    jury: juryOf(network, (facts) => openChain(network.family, facts, quiet)),
  };
  const witnesses = watchWitnesses(instance, follower, signal);
  let faults = 0;
  while (!signal.aborted) {
    let pause: number;
    try {
      const round = await followChain(instance, follower, signal);
      if (faults > 0) instance.log.info({ network: network.symbol }, 'the network is followed again');
      faults = 0;
      pause = { current: network.pollIntervalMs, more: 0, elsewhere: elsewhereMillis, halted: haltedMillis }[round];
    } catch (error) {
      if (signal.aborted) break;
      faults += 1;
      tell(instance, network, error, faults);
      pause = Math.min(longestBackOffMillis, firstBackOffMillis * 2 ** Math.min(faults - 1, 10));
    }
    if (pause > 0) await delay(pause, undefined, { signal }).catch(() => undefined);
  }
  await witnesses;
  await Promise.all([chain.close(), dismissJury(follower.jury)]);
  await releaseLease(instance.db, network.id, follower.owner).catch(() => undefined);
}

/** Invoices of apps that offer no network have no chain to tell them the time. */
async function endOverdue(instance: Instance, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await expireInvoices(instance).catch((error: unknown) =>
      instance.log.warn({ err: error }, 'could not look for overdue invoices'),
    );
    await delay(overdueMillis, undefined, { signal }).catch(() => undefined);
  }
}

/** The first fault and every tenth: a network that is away for a day must not fill the log. */
function tell(instance: Instance, network: Network, error: unknown, faults: number): void {
  if (faults !== 1 && faults % 10 !== 0) return;
  const facts = { network: network.symbol, faults, err: error };
  if (error instanceof ChainFault && error.retryable)
    instance.log.warn(facts, 'the network cannot be followed right now; trying again');
  else instance.log.error(facts, 'following the network failed; trying again');
}

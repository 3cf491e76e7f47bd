// The watcher role: one loop for each network, at its own pace. A fault of one network never delays another.
import { setTimeout as delay } from 'node:timers/promises';
import { pauseUntilNext } from '../core/payment/next-block.ts';
import { closeQuorum } from '../features/evidence/chain-sync/quorum/endpoint-quorum.ts';
import { watchQuorum } from '../features/evidence/chain-sync/quorum/watch-quorum.ts';
import { syncNetwork } from '../features/evidence/chain-sync/sync-network.ts';
import { openSession, type SyncContext, type Tick } from '../features/evidence/chain-sync/sync-session.ts';
import { type WatchedAddresses, watchedByNetwork } from '../features/evidence/chain-sync/watched-addresses.ts';
import { followRail, openRailSession } from '../features/evidence/rail-sync/follow-rail.ts';
import type { Instance } from '../features/instance.ts';
import type { Network } from '../features/known/catalog/catalog.ts';
import { releaseLease } from '../features/known/networks/cursor-store.ts';
import { listenForWakes } from '../features/known/networks/wake-store.ts';
import { expireInvoices, expireOnAppClocks, expireOnGoneNetworks } from '../features/money/payments/expire.ts';
import { type Chain, ChainFault } from '../io/chains/chain.ts';
import { openRail } from '../io/chains/rails/rails.ts';
import { openChain } from '../io/chains/readers.ts';
import { type Bell, openBell } from '../io/timing/interruptible-sleep.ts';
import type { RunningRole } from './api.ts';

const firstBackOffMillis = 500;
const longestBackOffMillis = 15_000;
const elsewhereMillis = 1_000;
const haltedMillis = 10_000;
const overdueMillis = 10_000;
const idleMillis = 1_000;
/** The shortest pause between reads. If a node announces many payments at once, they are read together. */
const leastPauseMillis = 200;

/** `turned` is called when a loop begins a round. */
export async function startWatcher(
  instance: Instance,
  turned: (loop: string) => void = () => undefined,
): Promise<RunningRole> {
  const stopping = new AbortController();
  const followable = instance.catalog.networks.filter((network) => network.followable);
  const networks = followable.filter((network) => !network.isBlockless);
  const chains = new Map(networks.map((one) => [one, openChain(one.family, one.facts, instance.log)]));
  const chainOf = (network: Network) => chains.get(network) as Chain;
  const owner = instance.newId();
  const presence = await instance.db.attend(owner);
  const watched = watchedByNetwork(instance.db, networks, (network) => chainOf(network).watch());
  const bells = new Map(networks.map(({ id }) => [id, openBell(leastPauseMillis)]));
  const unlisten = await listenForWakes(instance.db, (id) => bells.get(id)?.ring());
  const loops = networks.map((network) => {
    const [chain, bell] = [chainOf(network), bells.get(network.id) as Bell];
    const followed = { network, chain, bell, watched: watched.get(network) as WatchedAddresses, owner };
    return followNetwork(instance, followed, { turned: () => turned(network.symbol), signal: stopping.signal });
  });
  for (const network of followable.filter(({ isBlockless }) => isBlockless))
    loops.push(
      followBlockless(instance, { network, owner }, { turned: () => turned(network.symbol), signal: stopping.signal }),
    );
  loops.push(endOverdue(instance, { turned: () => turned('invoices'), signal: stopping.signal }));
  instance.log.info({ networks: followable.length }, 'watcher started');
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      await Promise.all([presence.leave(), unlisten()]);
    },
  };
}

interface Loop {
  readonly signal: AbortSignal;
  /** Called when a round begins. */
  turned(): void;
}

interface FollowedNetwork {
  readonly network: Network;
  readonly chain: Chain;
  /** Ends the pause before the next look. */
  readonly bell: Bell;
  readonly watched: WatchedAddresses;
  /** The name of this process in its leases. */
  readonly owner: string;
}

async function followNetwork(
  instance: Instance,
  { network, chain, bell, watched, owner }: FollowedNetwork,
  { signal, turned }: Loop,
): Promise<void> {
  // The state of single endpoints is not worth a log line here. The network's own reader reports it.
  const quietly = { warn: (details: object, message: string) => instance.log.debug(details, message) };
  const session = openSession({ network, chain, watched, owner }, (facts) => openChain(network.family, facts, quietly));
  const checks = [watchQuorum({ instance, session }, signal)];
  if (chain.listen !== undefined) checks.push(chain.listen(watched.set, bell.ring, signal));
  const look = async () => pauseAfter(await syncNetwork({ instance, session }, signal), { instance, session });
  await repeat(instance, { network, bell, look }, { signal, turned });
  await Promise.all(checks);
  await Promise.all([chain.close(), closeQuorum(session.quorum)]);
  await releaseLease(instance.db, network.id, session.owner).catch(() => undefined);
}

/** Follows a rail without blocks. */
async function followBlockless(
  instance: Instance,
  { network, owner }: Pick<FollowedNetwork, 'network' | 'owner'>,
  { signal, turned }: Loop,
): Promise<void> {
  const session = openRailSession({ network, owner, rail: openRail(network.family, network.facts, instance.log) });
  const pauses = { current: network.pollIntervalMs, more: 0, elsewhere: elsewhereMillis };
  const look = async () => pauses[await followRail({ instance, session }, signal)];
  await repeat(instance, { network, bell: openBell(leastPauseMillis), look }, { signal, turned });
  await session.rail.close();
  await releaseLease(instance.db, network.id, owner).catch(() => undefined);
}

interface Repeated {
  readonly network: Network;
  readonly bell: Bell;
  /** Returns the milliseconds until the next look. */
  look(): Promise<number>;
}

async function repeat(instance: Instance, { network, bell, look }: Repeated, { signal, turned }: Loop): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    turned();
    let pause: number;
    try {
      pause = await look();
      if (failures > 0) instance.log.info({ network: network.symbol }, 'the network is followed again');
      failures = 0;
    } catch (error) {
      if (signal.aborted) break;
      failures += 1;
      logFailure(instance, network, { error, failures });
      pause = Math.min(longestBackOffMillis, firstBackOffMillis * 2 ** Math.min(failures - 1, 10));
    }
    if (pause > 0) await bell.wait(pause, signal);
  }
}

/** In milliseconds. For an idle network only the database is asked, so that a new open payment is noticed soon. */
function pauseAfter(tick: Tick, { instance, session }: SyncContext): number {
  const { network, newest, clockLag } = session;
  const { pollIntervalMs, slots } = network;
  const last = { time: newest?.time ?? 0, showsAfterMillis: clockLag.showsAfterMillis };
  const current = pauseUntilNext(last, slots, pollIntervalMs, instance.clock.now().getTime());
  const idle = Math.min(pollIntervalMs, idleMillis, network.idleMillis ?? idleMillis);
  return { current, idle, more: 0, elsewhere: elsewhereMillis, halted: haltedMillis }[tick];
}

/** Expires invoices of apps without networks, since no chain gives them the time. */
async function endOverdue(instance: Instance, { signal, turned }: Loop): Promise<void> {
  while (!signal.aborted) {
    turned();
    await expireOnGoneNetworks(instance)
      .then(() => expireInvoices(instance))
      .then(() => expireOnAppClocks(instance))
      .catch((error: unknown) => instance.log.warn({ err: error }, 'could not check for overdue invoices'));
    await delay(overdueMillis, undefined, { signal }).catch(() => undefined);
  }
}

/** Logs the first failure and every tenth, so that a network that is away for a day does not fill the log. */
function logFailure(
  instance: Instance,
  network: Network,
  { error, failures }: { readonly error: unknown; readonly failures: number },
): void {
  if (failures !== 1 && failures % 10 !== 0) return;
  const facts = { network: network.symbol, failures, err: error };
  if (error instanceof ChainFault && error.retryable)
    instance.log.warn(facts, 'the network cannot be followed right now; trying again');
  else instance.log.error(facts, 'following the network failed; trying again');
}

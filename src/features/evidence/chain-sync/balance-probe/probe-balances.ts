// Finds internal transfers to awaited addresses by their balances. Blocks do not show such transfers.
import { ChainFault } from '../../../../io/chains/chain.ts';
import { isBudgetUsed } from '../../../../io/chains/endpoint-health.ts';
import { listBlocks } from '../../../known/networks/block-store.ts';
import type { BlockReached, SyncContext, SyncSession } from '../sync-session.ts';
import { checkpointAwaited, renewLostCheckpoints } from './balance-checkpoints.ts';
import { compareBalances } from './compare-balances.ts';
import type { Checkpoint } from './probe-memory.ts';

const mostAddresses = 100;
/** On average, one balance is requested per this many milliseconds. */
const millisEach = 500;

/**
 * Runs one probe if it is due, with the cursor at this block. Transfers are recorded in their own blocks, with all
 * effects. A failure stops no block; the next probe starts again where this one did.
 */
export async function probeBalances(sync: SyncContext, block: BlockReached, signal: AbortSignal): Promise<void> {
  const { instance, session } = sync;
  const { network, chain, probe } = session;
  await checkpointAwaited(sync);
  const visibility = chain.internalTransfers?.() ?? null;
  const chosen = visibility === null || visibility === 'direct_only' ? [] : choose(session, block);
  if (chain.balances === undefined || chosen.length === 0) return;
  try {
    renewLostCheckpoints(probe, await listBlocks(instance.db, network.id));
    const startedAt = performance.now();
    await compareBalances({ sync, balances: chain.balances, block, signal, startedAt }, chosen);
    probe.failures = 0;
  } catch (fault) {
    if (!(fault instanceof ChainFault) || signal.aborted) throw fault;
    probe.failures += 1;
    const facts = { network: network.symbol, failures: probe.failures, err: fault };
    if (probe.failures === 1 || probe.failures % 100 === 0)
      instance.log.warn(facts, 'balances are not available now; blocks are still read');
  }
}

/** Chooses addresses with an expired deadline first. The others take turns, at the allowed rate. */
function choose({ chain, probe }: SyncSession, block: BlockReached): string[] {
  if (isBudgetUsed(chain.endpoints, 1)) return [];
  const behind = [...probe.checkpoints].filter(([, checkpoint]) => checkpoint.block.number !== block.number);
  const isDue = ([, checkpoint]: [string, Checkpoint]) => isOverdue(block)(checkpoint);
  const due = behind.filter(isDue);
  const others = probe.probePace.isDue ? behind.filter((one) => !isDue(one)) : [];
  const chosen = [...due, ...others].slice(0, mostAddresses).map(([address]) => address);
  if (chosen.length > 0) probe.probePace.restart(chosen.length * millisEach);
  return chosen;
}

/** The longest time that an expired attempt stays open until its balance is checked: twice the time of a slow trace. */
const mostOpenMillis = 20_000;

/**
 * Returns whether the balance of an address with an expired deadline is still being checked. A payment must not expire
 * only because it was not looked for yet. The wait is limited.
 */
export function isStillChecking({ chain, probe }: SyncSession, block: BlockReached): boolean {
  const isOpen = chain.internalTransfers?.() === 'traced' && [...probe.checkpoints.values()].some(isOverdue(block));
  if (!isOpen) probe.openSince = null;
  else probe.openSince ??= performance.now();
  return probe.openSince !== null && performance.now() - probe.openSince < mostOpenMillis;
}

/** Whether the deadline passed at this block and the balance is not explained up to it. */
function isOverdue(block: BlockReached): (checkpoint: Checkpoint) => boolean {
  return ({ deadline, block: { number } }) =>
    deadline !== null && deadline.getTime() <= block.time * 1000 && number < block.number;
}

// Finds internal transfers to addresses that somebody waits for, by their balances: what blocks do not show.
import { ChainFault } from '../../../../io/chains/chain.ts';
import { isBudgetUsed } from '../../../../io/chains/endpoint-health.ts';
import { listBlocks } from '../../../known/networks/block-store.ts';
import type { BlockReached, SyncContext, SyncSession } from '../sync-session.ts';
import { checkpointAwaited, renewLostCheckpoints } from './balance-checkpoints.ts';
import { compareBalances } from './compare-balances.ts';
import type { Checkpoint } from './probe-memory.ts';

const mostAddresses = 100;
/** One balance in so many milliseconds, over time. */
const millisEach = 500;

/**
 * One probe, with the cursor at this block, if it is due. What is found is recorded in the block that it came in, with
 * all that follows from it. A failure holds up no block: the next probe begins where this one did.
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
      instance.log.warn(facts, 'balances cannot be asked for right now; blocks are read all the same');
  }
}

/** Addresses whose time is running out at once; the others in turn, as often as balances may be asked for. */
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

/** How long the end of what is overdue waits for a look at its balance: as long as a trace may take, twice. */
const mostOpenMillis = 20_000;

/**
 * Whether, for a while at most, it is still being found out what came to an address whose time is over at this block:
 * nothing ends that was paid while nobody looked.
 */
export function isLookingStill({ chain, probe }: SyncSession, block: BlockReached): boolean {
  const isOpen = chain.internalTransfers?.() === 'traced' && [...probe.checkpoints.values()].some(isOverdue(block));
  if (!isOpen) probe.openSince = null;
  else probe.openSince ??= performance.now();
  return probe.openSince !== null && performance.now() - probe.openSince < mostOpenMillis;
}

/** Whether its time is over at this block, and its balance is not accounted for up to there. */
function isOverdue(block: BlockReached): (checkpoint: Checkpoint) => boolean {
  return ({ deadline, block: { number } }) =>
    deadline !== null && deadline.getTime() <= block.time * 1000 && number < block.number;
}

// Finds internal transfers to addresses that are given out once, by their balances, where no endpoint traces.
import { type Chain, ChainFault } from '../../../io/chains/chain.ts';
import { listBlocks } from '../../networks/block-store.ts';
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
    if (visibility === 'traced') deleteReached(session, chosen, block);
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
  if (isBudgetSpent(chain)) return [];
  const behind = [...probe.checkpoints].filter(([, checkpoint]) => checkpoint.block.number !== block.number);
  const isDue = ([, { deadline }]: [string, Checkpoint]) =>
    deadline !== null && deadline.getTime() <= block.time * 1000;
  const due = behind.filter(isDue);
  const others = probe.probePace.isDue ? behind.filter((one) => !isDue(one)) : [];
  const chosen = [...due, ...others].slice(0, mostAddresses).map(([address]) => address);
  if (chosen.length > 0) probe.probePace.restart(chosen.length * millisEach);
  return chosen;
}

/** Whether every endpoint was asked as much as it should be: blocks come first. */
function isBudgetSpent({ endpoints }: Chain): boolean {
  return endpoints?.health.every(({ budgetUsed }) => budgetUsed !== null && budgetUsed >= 1) === true;
}

/** From here on, traces show what comes. */
function deleteReached({ probe }: SyncSession, addresses: readonly string[], { number }: BlockReached): void {
  for (const address of addresses)
    if (probe.checkpoints.get(address)?.block.number === number) probe.checkpoints.delete(address);
}

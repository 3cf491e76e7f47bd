// Finds native coin that contracts passed on to addresses that are given out once, by their balances, where no endpoint traces.
import { type Chain, ChainFault } from '../../../io/chains/chain.ts';
import type { Instance } from '../../instance.ts';
import { listBlocks } from '../../networks/cursor-store.ts';
import type { Follower } from '../sync-session.ts';
import { markAwaited, renewLostMarks } from './balance-checkpoints.ts';
import { compareBalances, type ReadUpTo } from './compare-balances.ts';
import type { Mark } from './probe-memory.ts';

const mostAddresses = 100;
/** One balance in so many milliseconds, over time. */
const millisEach = 500;

/**
 * One look, with the cursor at this block, whenever it is due. What is found is recorded in the block that it came in, with all that
 * follows from it. A fault holds up no block: the next look begins where this one did.
 */
export async function lookForInner(
  instance: Instance,
  follower: Follower,
  block: ReadUpTo,
  signal: AbortSignal,
): Promise<void> {
  const { network, chain, inner } = follower;
  await markAwaited(instance, follower);
  const sight = chain.innerTransfers?.() ?? null;
  const chosen = sight === null || sight === 'direct_only' ? [] : choose(follower, block);
  if (chain.balances === undefined || chosen.length === 0) return;
  try {
    renewLostMarks(inner, await listBlocks(instance.db, network.id));
    const startedAt = performance.now();
    await compareBalances({ instance, follower, balances: chain.balances, block, signal, startedAt }, chosen);
    if (sight === 'traced') forgetReached(follower, chosen, block);
    inner.faults = 0;
  } catch (fault) {
    if (!(fault instanceof ChainFault) || signal.aborted) throw fault;
    inner.faults += 1;
    const facts = { network: network.symbol, faults: inner.faults, err: fault };
    if (inner.faults === 1 || inner.faults % 100 === 0)
      instance.log.warn(facts, 'balances cannot be looked at right now; blocks are read all the same');
  }
}

/** Those whose time is running out at once; the others in turn, as often as balances may be asked for. */
function choose({ chain, inner }: Follower, block: ReadUpTo): string[] {
  if (isSpent(chain)) return [];
  const now = performance.now();
  const behind = [...inner.marks].filter(([, mark]) => mark.block.number !== block.number);
  const isDue = ([, { deadline }]: [string, Mark]) => deadline !== null && deadline.getTime() <= block.time * 1000;
  const due = behind.filter(isDue);
  const others = now < inner.nextAt ? [] : behind.filter((one) => !isDue(one));
  const chosen = [...due, ...others].slice(0, mostAddresses).map(([address]) => address);
  if (chosen.length > 0) inner.nextAt = now + chosen.length * millisEach;
  return chosen;
}

/** Whether every endpoint was asked as much as it should be: blocks come first. */
function isSpent({ endpoints }: Chain): boolean {
  return endpoints?.health.every(({ budgetUsed }) => budgetUsed !== null && budgetUsed >= 1) === true;
}

/** From here on, traces tell. */
function forgetReached({ inner }: Follower, addresses: readonly string[], { number }: ReadUpTo): void {
  for (const address of addresses) if (inner.marks.get(address)?.block.number === number) inner.marks.delete(address);
}

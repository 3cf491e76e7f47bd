// Looks at what waits to be mined, where a family shows it. Blocks are what counts: a fault here holds nothing up.
import type { Fate, WaitingTransaction } from '../../../io/chains/chain.ts';
import { type Chain, ChainFault } from '../../../io/chains/chain.ts';
import type { Instance } from '../../instance.ts';
import type { Follower } from '../follow-chain.ts';
import { recordWaiting } from './record-waiting.ts';
import { listAwaited, type Sighting } from './sighting-store.ts';

/** How many of what is awaited one look asks after. */
const mostAsked = 500;

/** What a process remembers between its looks, so that each is short. */
export interface LookMemory {
  /** What was waiting and was recorded at the last look. */
  recorded: ReadonlySet<string>;
  /** The block at which those were asked after that no node knew any more. */
  askedAt: string | null;
  faults: number;
}

export function noLooks(): LookMemory {
  return { recorded: new Set(), askedAt: null, faults: 0 };
}

/** One look, with the cursor at this block. What it finds is recorded, with all that follows from it. */
export async function lookAtWaiting(
  instance: Instance,
  follower: Follower,
  block: { readonly hash: string },
  signal: AbortSignal,
): Promise<void> {
  const { network, chain, owner, memory } = follower;
  if (!showsWaiting(chain)) return;
  try {
    let waiting = await chain.waiting(follower.watched, signal);
    const awaited = await listAwaited(instance.db, network.id);
    const fates = await fatesOf(chain, missing(awaited, waiting, memory.askedAt !== block.hash));
    memory.askedAt = block.hash;
    // What replaced one waits by now, and may pay us as well.
    if (hasFate(fates, 'replaced')) waiting = await chain.waiting(follower.watched, signal);
    // What spent one's money is mined, perhaps in a block that is yet to be read, and may pay us as well.
    const isRead = !hasFate(fates, 'double_spent') || (await chain.head()).hash === block.hash;
    const unrecorded = waiting.filter((one) => !memory.recorded.has(one.txHash));
    const told = new Map([...fates].filter(([, fate]) => fate !== 'waiting' && (isRead || fate !== 'double_spent')));
    memory.faults = 0;
    if (unrecorded.length === 0 && told.size === 0) return;
    const look = { waiting, unrecorded, fates: told };
    const isRecorded = await recordWaiting(instance, network, owner, block.hash, look);
    if (isRecorded) memory.recorded = new Set(waiting.map((one) => one.txHash));
    if (!isRead) memory.askedAt = null;
  } catch (fault) {
    if (!(fault instanceof ChainFault) || signal.aborted) throw fault;
    memory.askedAt = null;
    memory.faults += 1;
    const facts = { network: network.symbol, faults: memory.faults, err: fault };
    if (memory.faults === 1 || memory.faults % 100 === 0)
      instance.log.warn(facts, 'what waits to be mined cannot be looked at right now; blocks are read all the same');
  }
}

type ShowsWaiting = Chain & Required<Pick<Chain, 'waiting' | 'fateOf'>>;

function showsWaiting(chain: Chain): chain is ShowsWaiting {
  return chain.waiting !== undefined && chain.fateOf !== undefined;
}

/** Those that are awaited and do not wait. What no node knew is asked after again at each new block. */
function missing(
  awaited: readonly Sighting[],
  waiting: readonly WaitingTransaction[],
  isNewBlock: boolean,
): readonly Sighting[] {
  const there = new Set(waiting.map((one) => one.txHash));
  return awaited
    .filter((one) => !there.has(one.txHash) && (isNewBlock || one.fate !== 'forgotten'))
    .slice(0, mostAsked);
}

async function fatesOf(chain: ShowsWaiting, asked: readonly Sighting[]): Promise<Map<string, Fate>> {
  const fates = new Map<string, Fate>();
  for (const one of asked) fates.set(one.txHash, await chain.fateOf(one));
  return fates;
}

function hasFate(fates: ReadonlyMap<string, Fate>, wanted: Fate): boolean {
  return [...fates.values()].includes(wanted);
}

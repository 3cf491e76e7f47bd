// Looks at what waits to be mined, where a family shows it. Blocks are what counts: a fault here holds nothing up.
import type { Fate, WaitingTransaction } from '../../../io/chains/chain.ts';
import { type Chain, ChainFault } from '../../../io/chains/chain.ts';
import type { Instance } from '../../instance.ts';
import { lookedUntil, noteLook } from '../../networks/cursor-store.ts';
import { listAwaited, type Sighting } from '../../networks/unconfirmed-store.ts';
import { recordWaiting } from '../../payments/unconfirmed/record-unconfirmed.ts';
import type { Follower } from '../sync-session.ts';

/** How many of what is awaited one look asks after. */
const mostAsked = 500;
/** How often at most it is written down until when was looked. */
const noteMillis = 5_000;

/** One look, with the cursor at this block. What it finds is recorded, with all that follows from it. */
export async function lookAtWaiting(
  instance: Instance,
  follower: Follower,
  block: { readonly hash: string; readonly time: number },
  signal: AbortSignal,
): Promise<void> {
  const { network, chain, owner, memory } = follower;
  if (!showsWaiting(chain)) return;
  try {
    const at = new Date(Math.max(instance.clock.now().getTime(), block.time * 1000));
    memory.lookedAt ??= memory.notedAt = await lookedUntil(instance.db, network.id);
    let waiting = await chain.waiting(follower.watched, signal);
    const awaited = await listAwaited(instance.db, network.id);
    const fates = await fatesOf(chain, missing(awaited, waiting, memory.askedAt !== block.hash));
    memory.askedAt = block.hash;
    // What replaced one waits by now, and may pay us as well.
    if (hasFate(fates, 'replaced')) waiting = await chain.waiting(follower.watched, signal);
    // What spent one's money is mined, perhaps in a block that is yet to be read, and may pay us as well.
    const isRead = !hasFate(fates, 'double_spent') || (await chain.head()).hash === block.hash;
    // What a reorg put back may never have been missed here.
    const lost = new Set(awaited.filter((one) => one.fate !== 'waiting').map((one) => one.txHash));
    const unrecorded = waiting.filter((one) => lost.has(one.txHash) || !memory.recorded.has(one.txHash));
    const there = new Set(waiting.map((one) => one.txHash));
    const told = new Map(
      [...fates].filter(
        ([txHash, fate]) => fate !== 'waiting' && !there.has(txHash) && (isRead || fate !== 'double_spent'),
      ),
    );
    memory.faults = 0;
    if (!isRead) memory.askedAt = null;
    const look = { waiting, unrecorded, lookedAt: memory.lookedAt, fates: told };
    const isEmpty = unrecorded.length === 0 && told.size === 0;
    if (!isEmpty && !(await recordWaiting(instance, network, { owner, blockHash: block.hash }, look))) return;
    memory.recorded = there;
    await remember(instance, follower, at);
  } catch (fault) {
    if (!(fault instanceof ChainFault) || signal.aborted) throw fault;
    memory.askedAt = null;
    memory.faults += 1;
    const facts = { network: network.symbol, faults: memory.faults, err: fault };
    if (memory.faults === 1 || memory.faults % 100 === 0)
      instance.log.warn(facts, 'what waits to be mined cannot be looked at right now; blocks are read all the same');
  }
}

async function remember({ db }: Instance, { network, memory }: Follower, at: Date): Promise<void> {
  memory.lookedAt = at;
  if (memory.notedAt !== null && at.getTime() - memory.notedAt.getTime() < noteMillis) return;
  await noteLook(db, network.id, at);
  memory.notedAt = at;
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

// Scans the mempool, where a family shows it. Blocks are what counts: a failure here holds nothing up.
import { type Chain, ChainFault, type MempoolOutcome, type MempoolTransaction } from '../../../../io/chains/chain.ts';
import { mempoolScannedUntil, recordMempoolScan } from '../../../known/networks/status-store.ts';
import {
  hasOpenAttempts,
  listAncestry,
  listAwaited,
  listAwaitedSpends,
  type UnconfirmedTransaction,
} from '../../../known/networks/unconfirmed-store.ts';
import { recordWaiting } from '../../../money/payments/unconfirmed/record-unconfirmed.ts';
import type { SyncContext } from '../sync-session.ts';
import type { MempoolMemory } from './mempool-memory.ts';

/** For how many awaited transactions one scan asks what became of them: no crowd of them delays a new payment. */
const mostAsked = 25;

interface ScannedBlock {
  readonly hash: string;
  readonly time: number;
}

/**
 * One scan, with the cursor at this block. What it finds is recorded, with all that follows from it. While nobody waits
 * for a payment on this network nothing is asked: whatever is sent meanwhile is found in its block.
 */
export async function scanMempool(sync: SyncContext, block: ScannedBlock, signal: AbortSignal): Promise<void> {
  const { network, chain, mempool: memory } = sync.session;
  if (!hasMempool(chain)) return;
  if (!(await hasOpenAttempts(sync.instance.db, network.id))) return rememberScan(sync, block);
  try {
    await scan(sync, chain, block, signal);
    memory.failures = 0;
  } catch (fault) {
    if (!(fault instanceof ChainFault) || signal.aborted) throw fault;
    memory.askedAtBlock = null;
    memory.failures += 1;
    const facts = { network: network.symbol, failures: memory.failures, err: fault };
    if (memory.failures === 1 || memory.failures % 100 === 0)
      sync.instance.log.warn(facts, 'the mempool cannot be scanned right now; blocks are read all the same');
  }
}

/**
 * Has the next blocks searched for whatever spends what awaited payments, or those that they rest on, would spend. Each
 * of them was seen in the mempool of a node whose blocks were all read: what conflicts with it is in a later one.
 */
export async function watchAwaitedSpends({ instance, session }: SyncContext): Promise<void> {
  const { outputs } = session.watched.set;
  if (outputs === undefined) return;
  outputs.replace(await listAwaitedSpends(instance.db, session.network.id));
}

async function scan(sync: SyncContext, chain: MempoolChain, block: ScannedBlock, signal: AbortSignal): Promise<void> {
  const { instance, session } = sync;
  const { network, owner, watched, mempool: memory } = session;
  const at = timeOf(sync, block);
  memory.scannedAt ??= await mempoolScannedUntil(instance.db, network.id);
  const awaited = await listAwaited(instance.db, network.id);
  const hashes = awaited.map((one) => one.txHash);
  let found = await chain.mempool(watched.set, signal, hashes);
  const asked = toAsk(missing(awaited, found), memory, block);
  const answered = await outcomesOf(sync, chain, asked);
  // What is in a block that is yet to be read is the block's to tell; until then nothing is concluded.
  const isRead = answered.size === 0 || (await chain.head()).hash === block.hash;
  memory.askedAtBlock = isRead ? block.hash : null;
  const outcomes = isRead ? answered : new Map<string, MempoolOutcome>();
  // What replaced one of them is in the mempool by now, and may pay us as well.
  if ([...outcomes.values()].includes('replaced')) found = await chain.mempool(watched.set, signal, hashes);
  const there = new Map(found.map((one) => [one.txHash, one]));
  const gone = [...outcomes].filter(([txHash, outcome]) => outcome !== 'in_mempool' && !there.has(txHash));
  // One that a reorg put back may never have been missed here.
  const lost = new Set(awaited.filter((one) => one.outcome !== 'in_mempool').map((one) => one.txHash));
  const unrecorded = found.filter((one) => lost.has(one.txHash) || !memory.recorded.has(one.txHash));
  const place = { network, owner, blockHash: block.hash };
  const look = { ...place, waiting: found, unrecorded, lookedAt: memory.scannedAt, outcomes: new Map(gone) };
  const isEmpty = unrecorded.length === 0 && gone.length === 0;
  if (!isEmpty && !(await recordWaiting(instance, look))) return;
  memory.recorded = there;
  await rememberScan(sync, block, at);
}

/** Also where there was nothing to look for: whoever is shown an address from now on pays after that. */
async function rememberScan(sync: SyncContext, block: ScannedBlock, at = timeOf(sync, block)): Promise<void> {
  const { network, mempool: memory } = sync.session;
  memory.scannedAt = at;
  if (!memory.recordPace.isDue) return;
  await recordMempoolScan(sync.instance.db, network.id, at);
  memory.recordPace.restart();
}

function timeOf({ instance }: SyncContext, block: ScannedBlock): Date {
  return new Date(Math.max(instance.clock.now().getTime(), block.time * 1000));
}

type MempoolChain = Chain & Required<Pick<Chain, 'mempool' | 'outcomeOf'>>;

function hasMempool(chain: Chain): chain is MempoolChain {
  return chain.mempool !== undefined && chain.outcomeOf !== undefined;
}

function missing(
  awaited: readonly UnconfirmedTransaction[],
  found: readonly MempoolTransaction[],
): readonly UnconfirmedTransaction[] {
  const there = new Set(found.map((one) => one.txHash));
  return awaited.filter((one) => !there.has(one.txHash));
}

/** Those of the missing to ask after now. Those that were dropped are asked after again at each new block, in turns. */
function toAsk(
  missed: readonly UnconfirmedTransaction[],
  memory: MempoolMemory,
  block: ScannedBlock,
): readonly UnconfirmedTransaction[] {
  const unknown = missed.filter((one) => one.outcome !== 'dropped').slice(0, mostAsked);
  if (memory.askedAtBlock === block.hash || unknown.length === mostAsked) return unknown;
  const dropped = missed.filter((one) => one.outcome === 'dropped');
  const turn = memory.droppedTurn % Math.max(1, dropped.length);
  const asked = [...dropped.slice(turn), ...dropped.slice(0, turn)].slice(0, mostAsked - unknown.length);
  memory.droppedTurn = turn + asked.length;
  return [...unknown, ...asked];
}

async function outcomesOf(
  { instance, session }: SyncContext,
  chain: MempoolChain,
  asked: readonly UnconfirmedTransaction[],
): Promise<ReadonlyMap<string, MempoolOutcome>> {
  const hashes = asked.map((one) => one.txHash);
  const ancestries = await listAncestry(instance.db, session.network.id, hashes);
  const outcomes = asked.map(async ({ txHash, spends }): Promise<[string, MempoolOutcome]> => {
    const ancestry = ancestries.get(txHash) ?? [];
    return [txHash, await chain.outcomeOf({ txHash, spends, ancestry })];
  });
  return new Map(await Promise.all(outcomes));
}

// Scans the mempool, where a family shows it. Blocks are what counts: a failure here holds nothing up.
import { type Chain, ChainFault, type MempoolOutcome, type MempoolTransaction } from '../../../io/chains/chain.ts';
import { mempoolScannedUntil, recordMempoolScan } from '../../networks/status-store.ts';
import { listAwaited, type UnconfirmedTransaction } from '../../networks/unconfirmed-store.ts';
import { recordWaiting } from '../../payments/unconfirmed/record-unconfirmed.ts';
import type { SyncContext } from '../sync-session.ts';

/** For how many awaited transactions one scan asks what became of them. */
const mostAsked = 500;

interface ScannedBlock {
  readonly hash: string;
  readonly time: number;
}

/** One scan, with the cursor at this block. What it finds is recorded, with all that follows from it. */
export async function scanMempool(sync: SyncContext, block: ScannedBlock, signal: AbortSignal): Promise<void> {
  const { network, chain, mempool: memory } = sync.session;
  if (!hasMempool(chain)) return;
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

async function scan(sync: SyncContext, chain: MempoolChain, block: ScannedBlock, signal: AbortSignal): Promise<void> {
  const { instance, session } = sync;
  const { network, owner, watched, mempool: memory } = session;
  const at = new Date(Math.max(instance.clock.now().getTime(), block.time * 1000));
  memory.scannedAt ??= await mempoolScannedUntil(instance.db, network.id);
  let found = await chain.mempool(watched.set, signal);
  const awaited = await listAwaited(instance.db, network.id);
  const outcomes = await outcomesOf(chain, missing(awaited, found, memory.askedAtBlock !== block.hash));
  memory.askedAtBlock = block.hash;
  // What replaced one of them is in the mempool by now, and may pay us as well.
  if (has(outcomes, 'replaced')) found = await chain.mempool(watched.set, signal);
  // What conflicted with one of them is mined, perhaps in a block that is yet to be read, and may pay us as well.
  const isRead = !has(outcomes, 'conflicted') || (await chain.head()).hash === block.hash;
  if (!isRead) memory.askedAtBlock = null;
  const there = new Set(found.map((one) => one.txHash));
  const gone = [...outcomes].filter(([txHash, outcome]) => {
    if (outcome === 'in_mempool' || there.has(txHash)) return false;
    return isRead || outcome !== 'conflicted';
  });
  // One that a reorg put back may never have been missed here.
  const lost = new Set(awaited.filter((one) => one.outcome !== 'in_mempool').map((one) => one.txHash));
  const unrecorded = found.filter((one) => lost.has(one.txHash) || !memory.recorded.has(one.txHash));
  const look = { waiting: found, unrecorded, lookedAt: memory.scannedAt, fates: new Map(gone) };
  const isEmpty = unrecorded.length === 0 && gone.length === 0;
  if (!isEmpty && !(await recordWaiting(instance, network, { owner, blockHash: block.hash }, look))) return;
  memory.recorded = there;
  await rememberScan(sync, at);
}

async function rememberScan({ instance, session }: SyncContext, at: Date): Promise<void> {
  const { network, mempool: memory } = session;
  memory.scannedAt = at;
  if (!memory.recordPace.isDue) return;
  await recordMempoolScan(instance.db, network.id, at);
  memory.recordPace.restart();
}

type MempoolChain = Chain & Required<Pick<Chain, 'mempool' | 'outcomeOf'>>;

function hasMempool(chain: Chain): chain is MempoolChain {
  return chain.mempool !== undefined && chain.outcomeOf !== undefined;
}

/**
 * The awaited transactions that are not in the mempool. Those that were dropped are asked after again at each new
 * block.
 */
function missing(
  awaited: readonly UnconfirmedTransaction[],
  found: readonly MempoolTransaction[],
  isNewBlock: boolean,
): readonly UnconfirmedTransaction[] {
  const there = new Set(found.map((one) => one.txHash));
  return awaited
    .filter((one) => !there.has(one.txHash) && (isNewBlock || one.outcome !== 'dropped'))
    .slice(0, mostAsked);
}

async function outcomesOf(
  chain: MempoolChain,
  asked: readonly UnconfirmedTransaction[],
): Promise<Map<string, MempoolOutcome>> {
  const outcomes = new Map<string, MempoolOutcome>();
  for (const one of asked) outcomes.set(one.txHash, await chain.outcomeOf(one));
  return outcomes;
}

function has(outcomes: ReadonlyMap<string, MempoolOutcome>, wanted: MempoolOutcome): boolean {
  return [...outcomes.values()].includes(wanted);
}

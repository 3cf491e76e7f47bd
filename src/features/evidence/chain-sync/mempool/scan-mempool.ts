// Scans the mempool on families that show it. A failure stops nothing, because only blocks count.
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
import { foreignAmong } from '../blocks/record-blocks.ts';
import type { SyncContext } from '../sync-session.ts';
import type { MempoolMemory } from './mempool-memory.ts';

/** The number of missing transactions that one scan looks up. The limit keeps them from delaying new payments. */
const mostAsked = 25;

interface ScannedBlock {
  readonly hash: string;
  readonly time: number;
}

/**
 * Runs one scan with the cursor at this block and records the result with all effects. Skips the scan if no payment is
 * awaited on this network: a payment will be found in its block.
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
      sync.instance.log.warn(facts, 'the mempool cannot be scanned now; blocks are still read');
  }
}

/**
 * Makes the block scan report every chain transaction that spends the same outputs as an awaited payment or its
 * ancestors. The awaited payments were in the mempool of a node, and all blocks of that node were read, so a
 * conflicting one can only be in a later block.
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
  const ask = async () => paymentsAmong(sync, await chain.mempool(watched.set, signal, hashes));
  let found = await ask();
  const asked = toAsk(missing(awaited, found), memory, block);
  const answered = await outcomesOf(sync, chain, asked);
  // A block that is not read yet may contain the answer. Until then no outcome is accepted.
  const isRead = answered.size === 0 || (await chain.head()).hash === block.hash;
  memory.askedAtBlock = isRead ? block.hash : null;
  const outcomes = isRead ? answered : new Map<string, MempoolOutcome>();
  // The replacement is in the mempool now and may pay the service too.
  if ([...outcomes.values()].includes('replaced')) found = await ask();
  const there = new Map(found.map((one) => [one.txHash, one]));
  const gone = [...outcomes].filter(([txHash, outcome]) => outcome !== 'in_mempool' && !there.has(txHash));
  // A transaction that a reorg returned may never have been missing here.
  const lost = new Set(awaited.filter((one) => one.outcome !== 'in_mempool').map((one) => one.txHash));
  const unrecorded = found.filter((one) => lost.has(one.txHash) || !memory.recorded.has(one.txHash));
  const place = { network, owner, blockHash: block.hash };
  const look = { ...place, waiting: found, unrecorded, lookedAt: memory.scannedAt, outcomes: new Map(gone) };
  const isEmpty = unrecorded.length === 0 && gone.length === 0;
  if (!isEmpty && !(await recordWaiting(instance, look))) return;
  memory.recorded = there;
  await rememberScan(sync, block, at);
}

/** Returns the transactions that pay receiving addresses. Outgoing transfers count only in a block. */
async function paymentsAmong(
  { instance, session }: SyncContext,
  found: readonly MempoolTransaction[],
): Promise<readonly MempoolTransaction[]> {
  const { network, watched } = session;
  const recipients = found.flatMap(({ transfers }) => transfers.map(({ recipient }) => recipient));
  const foreign = await foreignAmong(instance.db, watched, network, recipients);
  if (foreign.size === 0) return found;
  return found.flatMap((one) => {
    const transfers = one.transfers.filter(({ recipient }) => !foreign.has(recipient));
    return transfers.length === 0 ? [] : [{ ...one, transfers }];
  });
}

/** Also called if there was nothing to look for. A customer who gets an address after this scan pays later than it. */
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

/** Returns the missing transactions to look up now. Dropped ones are looked up again at each new block, in turns. */
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

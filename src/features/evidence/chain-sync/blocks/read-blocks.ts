// Reads the blocks after the cursor and records them in batches.
import type { BlockHeader, ScannedBlock } from '../../../../core/payment/transfer.ts';
import { ChainFault } from '../../../../io/chains/chain.ts';
import { every } from '../../../../io/timing/throttle.ts';
import { type Cursor, takeLease } from '../../../known/networks/cursor-store.ts';
import { listAwaitedRecipients } from '../../../money/payments/internal-transfer-store.ts';
import { checkpointAwaited } from '../balance-probe/balance-checkpoints.ts';
import { watchAwaitedSpends } from '../mempool/scan-mempool.ts';
import type { SyncContext, Tick } from '../sync-session.ts';
import { recordBlocks } from './record-blocks.ts';
import { revertBlocks } from './revert-blocks.ts';
import { confirmReached, settleBlock } from './settle-block.ts';

/** The number of blocks in one commit; `tickBlocks` is the number in one tick while catching up. */
const commitBlocks = 64;
const tickBlocks = 2_000;
/** With a slow endpoint, blocks are committed at this interval, so that they are recorded and the lease is renewed. */
const commitMillis = 2_000;
/**
 * At most this many recipients are searched for by the thorough scan, which takes four requests for each range of
 * blocks.
 */
const mostAwaited = 2_000;
/**
 * On every network with finality, blocks become final within this time. Recipients that were awaited in this period are
 * searched for again.
 */
const latelyMillis = 7_200_000;

export interface Place {
  readonly cursor: Cursor;
  readonly head: BlockHeader;
  /** Whether no payment is awaited in these blocks. Absent means false. */
  readonly isIdle?: true;
}

/** Reads up to the head, or as far as one tick goes. */
export async function readBlocks(sync: SyncContext, place: Place, signal: AbortSignal): Promise<Tick> {
  const { cursor: from, head } = place;
  const first = (from.block?.number ?? -1) + 1;
  // The checkpoints are set before reading, so that transfers during a pause in reading are found too.
  await checkpointAwaited(sync);
  await watchAwaitedSpends(sync);
  let cursor = from;
  let batch: ScannedBlock[] = [];
  const pace = every(commitMillis);
  pace.restart();
  const commit = async (): Promise<boolean> => {
    const next = await recordBatch(sync, { cursor, head }, batch);
    if (next !== null) cursor = next;
    batch = [];
    pace.restart();
    return next !== null;
  };
  const last = Math.min(head.number, first + tickBlocks - 1);
  const scan = await scanFor(sync, place.isIdle === true);
  for await (const block of scan(first, last, signal)) {
    if (batch.length === 0 && block.header.parentHash !== cursor.block?.hash)
      return revertBlocks(sync, head, block.header);
    batch.push(block);
    if ((batch.length >= commitBlocks || pace.isDue) && !(await commit())) return 'elsewhere';
  }
  if (!(await commit())) return 'elsewhere';
  if (cursor.block !== null) await settleBlock(sync, cursor.block, signal);
  const isDone = (cursor.block?.number ?? -1) >= head.number;
  return isDone || signal.aborted ? 'current' : 'more';
}

/** Chooses the scan: a cheap one if nothing is awaited, a thorough one if something is. */
async function scanFor(
  sync: SyncContext,
  isIdle: boolean,
): Promise<(first: number, last: number, signal: AbortSignal) => AsyncIterable<ScannedBlock>> {
  const { chain, watched } = sync.session;
  const { set } = watched;
  const awaited = await awaitedNow(sync);
  return (first, last, signal) => {
    if (isIdle && chain.scanIdle !== undefined) return chain.scanIdle(first, last, set, signal);
    if (awaited.length === 0 || chain.scanWithCare === undefined) return chain.scan(first, last, set, signal);
    return chain.scanWithCare(first, last, { watched: set, awaited }, signal);
  };
}

/** Returns the recipients of awaited payments and transfers, on networks that support the thorough scan. */
async function awaitedNow({ instance, session }: SyncContext): Promise<readonly string[]> {
  const { network, chain, awaited, outgoing, watched } = session;
  if (chain.scanWithCare === undefined) return [];
  const paid = await listAwaitedRecipients({ db: instance.db, networkId: network.id }, mostAwaited);
  const room = mostAwaited - paid.length;
  const isExpecting = watched.destinations.isExpecting(network.id) && room > 0;
  const destinations = isExpecting ? await outgoing.listAwaitedDestinations(instance.db, network.id, room) : [];
  const recipients = [...new Set([...paid, ...destinations])];
  const now = performance.now();
  for (const recipient of recipients) awaited.lately.set(recipient, now);
  for (const [recipient, at] of awaited.lately) if (now - at > latelyMillis) awaited.lately.delete(recipient);
  return recipients;
}

/** Records the blocks and returns the cursor after them; null if another process has taken over the network. */
export async function recordBatch(
  sync: SyncContext,
  { cursor, head }: Place,
  blocks: readonly ScannedBlock[],
): Promise<Cursor | null> {
  const { network, owner } = sync.session;
  const end = blocks.at(-1)?.header;
  if (end === undefined) return cursor;
  const known = await withSentCounts(sync, blocks);
  if (!(await recordBlocks(sync, { cursor, blocks: known, headNumber: head.number }))) return null;
  await confirmReached(sync, end.number);
  // Reads the cursor again, because it includes the new chain time.
  return takeLease(sync.instance.db, network.id, owner);
}

/** Limits the senders that are looked up in one batch, so that a flood of worthless transfers delays nothing. */
const mostAsked = 32;

/**
 * Adds to the blocks how many chain transactions their senders have sent. A sender with many of them is a shared wallet
 * and identifies no payer. Unavailable counts are left out, because no block waits for them.
 */
async function withSentCounts(
  { instance, session }: SyncContext,
  blocks: readonly ScannedBlock[],
): Promise<readonly ScannedBlock[]> {
  const { chain, network } = session;
  const senders = new Set(blocks.flatMap(({ transfers }) => transfers.flatMap(({ sender }) => sender ?? [])));
  if (chain.transactionsSent === undefined || senders.size === 0) return blocks;
  const counts = new Map<string, bigint>();
  try {
    const asked = [...senders].slice(0, mostAsked);
    await Promise.all(asked.map(async (one) => counts.set(one, (await chain.transactionsSent?.(one)) ?? 0n)));
  } catch (error) {
    if (!(error instanceof ChainFault)) throw error;
    const facts = { event: 'senders.unknown', network: network.symbol, err: error };
    instance.log.debug(facts, 'the transaction counts of senders are not available');
  }
  return blocks.map((block) => ({
    ...block,
    transfers: block.transfers.map((transfer) => {
      const count = counts.get(transfer.sender ?? '');
      return count === undefined ? transfer : { ...transfer, senderTransactions: count };
    }),
  }));
}

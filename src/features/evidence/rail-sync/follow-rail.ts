// One tick of following a rail without blocks: asks for the payments since the mark, records them, and ends overdue
// attempts and invoices.
import { settledTime } from '../../../core/payment/settled-time.ts';
import type { NewTransfer, TransferPlace } from '../../../core/payment/transfer.ts';
import { ChainFault } from '../../../io/chains/chain.ts';
import type { BlocklessRail, FeedReport } from '../../../io/chains/rails/rail.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { type Every, every } from '../../../io/timing/throttle.ts';
import type { Instance } from '../../instance.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { takeLease } from '../../known/networks/cursor-store.ts';
import { type FeedCursor, moveFeed, readFeedCursor } from '../../known/networks/feed-store.ts';
import { listWatchedAmong } from '../../known/networks/watched-store.ts';
import { confirmSettled } from '../../money/payments/confirm.ts';
import { expireInvoices, expireTransactions } from '../../money/payments/expire.ts';
import { receiveTransfers } from '../../money/payments/receive-transfers.ts';

/** The state of a process that follows one rail. */
export interface RailSession {
  readonly network: Network;
  readonly rail: BlocklessRail;
  /** The name of this process in its leases. */
  readonly owner: string;
  /** How often an undecided payment is tried again while no other arrives. */
  readonly retries: Every;
}

export interface RailContext {
  readonly instance: Instance;
  readonly session: RailSession;
}

const retryMillis = 60_000;
/** A report that takes longer is requested again. */
const reportMillis = 30_000;

export function openRailSession(parts: Omit<RailSession, 'retries'>): RailSession {
  return { ...parts, retries: every(retryMillis) };
}

/** Everything is read, more can be read at once, or another process has the lease. */
export type RailTick = 'current' | 'more' | 'elsewhere';

/** Throws ChainFault or DatabaseAway with nothing half done; the next tick goes on from the same mark. */
export async function followRail({ instance, session }: RailContext, signal: AbortSignal): Promise<RailTick> {
  const { network, rail, owner } = session;
  if ((await takeLease(instance.db, network.id, owner)) === null) return 'elsewhere';
  const cursor = await readFeedCursor(instance.db, network.id);
  if (cursor === null) return 'elsewhere';
  const begunAt = instance.clock.now();
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(reportMillis)]);
  const report = requireProved(await rail.settledSince(cursor.mark, inTime), cursor);
  if (!(await recordReport({ instance, session }, { cursor, report, begunAt }))) return 'elsewhere';
  if (report.isMore) return 'more';
  // Every payment settled by then is recorded, so no paid attempt expires.
  await expireTransactions(instance, network, begunAt);
  await expireInvoices(instance);
  return 'current';
}

/** Throws ChainFault for a report that would be requested for ever, and for a payment without a proof. */
function requireProved(report: FeedReport, { mark }: FeedCursor): FeedReport {
  if (report.isMore && report.mark === mark)
    throw new ChainFault('the rail has more, and does not move its mark', true);
  const bare = report.payments.find(({ proof }) => proof === '');
  if (bare !== undefined) throw new ChainFault(`the rail gives no proof of the payment ${bare.transfer.txHash}`, true);
  return report;
}

interface Reading {
  readonly cursor: FeedCursor;
  readonly report: FeedReport;
  readonly begunAt: Date;
}

/** Commits the payments, their credits and the mark together. Returns false and writes nothing if `moveFeed` does. */
async function recordReport({ instance, session }: RailContext, reading: Reading): Promise<boolean> {
  const { network, owner, retries } = session;
  const { cursor, report, begunAt } = reading;
  const readUntil = report.isMore ? null : begunAt;
  const move = { owner, from: cursor.mark, to: report.mark, readUntil };
  if (report.payments.length === 0 && !retries.isDue) return moveFeed(instance.db, network.id, move);
  retries.restart();
  return instance.db.atomically(async (trx) => {
    // First, so that two processes never decide at once.
    if (!(await moveFeed(trx, network.id, move))) return false;
    const found = await receivedIn(trx, { instance, session }, reading);
    await receiveTransfers({ trx, instance }, { network, height: null, found });
    await confirmSettled({ trx, instance }, network.id);
    return true;
  });
}

/** The payments of known assets to places and accounts of this instance: a rail may serve others too. */
async function receivedIn(
  trx: Queryable,
  { instance, session: { network } }: RailContext,
  { cursor, report }: Reading,
): Promise<NewTransfer<TransferPlace>[]> {
  const now = instance.clock.now();
  const recipients = report.payments.map(({ transfer }) => transfer.recipient);
  const watched = await listWatchedAmong(trx, network.id, recipients);
  return report.payments.flatMap(({ transfer, proof, settledAt }) => {
    const assetId = instance.catalog.assetByContract(network.id, transfer.contract)?.id;
    if (assetId === undefined || transfer.amount <= 0n || !watched.has(transfer.recipient)) return [];
    const time = settledTime(settledAt, { readUntil: cursor.readUntil, now }).getTime() / 1000;
    return [{ id: instance.newId(), transfer, assetId, header: { number: null, hash: proof, time } }];
  });
}

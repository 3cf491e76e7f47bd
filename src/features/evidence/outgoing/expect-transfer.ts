// The port of outgoing money: registers a transfer that a merchant's wallet is to send, and reports what came of it.
import type { ExpectedStatus } from '../../../core/payment/outgoing/expected-transfer.ts';
import { confirmationsAt } from '../../../core/payment/transaction.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import type { Asset, Network } from '../../known/catalog/catalog.ts';
import { recordedHeight } from '../../known/networks/cursor-store.ts';
import {
  type ExpectedTransfer,
  findExpected,
  insertExpected,
  lockExpected,
  lockExpectedAt,
  updateAccepted,
  updateWatchUntil,
} from './expected-store.ts';
import { rematch } from './observe-transfers.ts';
import { listOutgoing, type RecordedOutgoing } from './outgoing-store.ts';

export interface TransferWanted {
  readonly asset: Asset;
  /** Canonical. It may also be a receiving address of any app. */
  readonly recipient: string;
  /** In smallest units. */
  readonly amount: bigint;
  /**
   * The kind of the task that is queued for each change. A module above handles it: its `QueuedTask` is listed in
   * `roles/worker.ts`. The key is the id of the expected transfer.
   */
  readonly taskKind: string;
}

/**
 * Registers a transfer to look for, in the caller's commit. Transfers count in blocks not read yet.
 * Its network is followed until it is final, or until `endWatch` says. Returns its id.
 */
export async function expectTransfer(
  trx: Queryable,
  { clock, newId }: Pick<Instance, 'clock' | 'newId'>,
  { asset, recipient, amount, taskKind }: TransferWanted,
): Promise<string> {
  const { network } = asset;
  const now = clock.now();
  const id = newId();
  await insertExpected(trx, {
    id,
    networkId: network.id,
    assetId: asset.id,
    recipient,
    amount,
    taskKind,
    confirmations: network.confirmations,
    mustBeFinal: asksForFinality(network),
    fromBlock: (await recordedHeight(trx, network.id)) ?? -1,
    watchUntil: null,
    status: 'awaited',
    transferId: null,
    acceptedId: null,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

function asksForFinality({ finality }: Network): boolean {
  return finality !== null && 'tag' in finality && finality.always === true;
}

/**
 * Ends its watch at this time; with null it has no end again. Blocks that are dated later do not count. To be called
 * before any invoice is locked: watchers lock in that order.
 */
export async function endWatch(
  trx: Queryable,
  { clock }: Pick<Instance, 'clock'>,
  id: string,
  until: Date | null,
): Promise<void> {
  if ((await lockExpected(trx, id)) !== null) await updateWatchUntil(trx, id, until, clock.now());
}

/**
 * Accepts the transfer of another amount that it has, which then counts as the expected one. False where it has none of
 * another amount. To be called before any invoice is locked.
 */
export async function acceptAmount(trx: Queryable, instance: Pick<Instance, 'clock'>, id: string): Promise<boolean> {
  const place = await findExpected(trx, id);
  if (place === null) return false;
  // All at its place, as a watcher locks them.
  const row = (await lockExpectedAt(trx, [place])).find((one) => one.id === id);
  if (row?.status !== 'differs' || row.transferId === null) return false;
  await updateAccepted(trx, id, row.transferId);
  await rematch(trx, instance, [place]);
  return true;
}

/** The state of an expected transfer. Amounts in smallest units. */
export interface ExpectedReport {
  readonly expected: ExpectedTransfer;
  readonly status: ExpectedStatus;
  /** The transfer that it has; null while it is awaited. */
  readonly transfer: RecordedOutgoing | null;
  readonly confirmations: number;
  /** Whether the transfer has another amount than was expected, accepted or not. */
  readonly amountDiffers: boolean;
}

/**
 * The state of an expected transfer, locked until the commit, for the task that takes its changes: a change that
 * commits later queues the task again. Null where there is none. To be called before any invoice is locked.
 */
export async function takeReport(trx: Queryable, id: string): Promise<ExpectedReport | null> {
  return reportOf(trx, await lockExpected(trx, id));
}

/** The same without a lock, to be shown. */
export async function readReport(db: Queryable, id: string): Promise<ExpectedReport | null> {
  return reportOf(db, await findExpected(db, id));
}

async function reportOf(db: Queryable, expected: ExpectedTransfer | null): Promise<ExpectedReport | null> {
  if (expected === null) return null;
  const { status, transferId, networkId, amount } = expected;
  const [transfer = null] = transferId === null ? [] : await listOutgoing(db, [transferId]);
  const block = transfer?.block ?? null;
  const confirmations = block === null ? 0 : confirmationsAt(block, await recordedHeight(db, networkId));
  return { expected, status, transfer, confirmations, amountDiffers: transfer !== null && transfer.amount !== amount };
}

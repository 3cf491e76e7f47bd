// The interface for outgoing money: registers a transfer that a merchant's wallet will send, and reports its state.
import type { ExpectedStatus } from '../../../core/payment/outgoing/expected-transfer.ts';
import { confirmationsAt } from '../../../core/payment/transaction.ts';
import { simulatedBlock } from '../../../core/payment/transfer.ts';
import { factsOf } from '../../../io/chains/codecs.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import type { Asset, Network } from '../../known/catalog/catalog.ts';
import { recordedHeight } from '../../known/networks/cursor-store.ts';
import {
  type ExpectedTransfer,
  findExpected,
  insertExpected,
  listPlacesOf,
  lockExpected,
  lockExpectedAt,
  updateAccepted,
  updateReportedHash,
  updateWatchUntil,
} from './expected-store.ts';
import { rematch } from './observe-transfers.ts';
import { listOutgoing, type RecordedOutgoing } from './outgoing-store.ts';

export interface TransferWanted {
  /** The app that expects it; null for none. */
  readonly appId: string | null;
  readonly asset: Asset;
  /** Canonical. It may also be a receiving address of any app. */
  readonly recipient: string;
  /** In smallest units. */
  readonly amount: bigint;
  /** Transfers of another amount below this one are ignored. */
  readonly leastAmount: bigint;
  /**
   * The kind of the task that is queued for each change. A module above handles it: its `QueuedTask` is listed in
   * `roles/worker.ts`. The task key is the id of the expected transfer.
   */
  readonly taskKind: string;
}

/**
 * Registers a transfer to look for, in the caller's commit. Only transfers in blocks count that are not read yet, and
 * that are dated after now, less the margin of the family. The network is followed until the transfer is final or until
 * the end set by `endWatches`. Returns its id.
 */
export async function expectTransfer(
  trx: Queryable,
  { clock, newId }: Pick<Instance, 'clock' | 'newId'>,
  { appId, asset, recipient, amount, leastAmount, taskKind }: TransferWanted,
): Promise<string> {
  const { network } = asset;
  const now = clock.now();
  const id = newId();
  await insertExpected(trx, {
    id,
    appId,
    networkId: network.id,
    assetId: asset.id,
    recipient,
    amount,
    leastAmount,
    taskKind,
    confirmations: network.confirmations,
    mustBeFinal: asksForFinality(network),
    fromBlock: (await recordedHeight(trx, network.id)) ?? -1,
    notBefore: new Date(now.getTime() - factsOf(network.family).blockTimeMarginSeconds * 1000),
    watchUntil: null,
    status: 'awaited',
    transferId: null,
    acceptedId: null,
    reportedHash: null,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

function asksForFinality({ finality }: Network): boolean {
  return finality !== null && 'tag' in finality && finality.always === true;
}

/**
 * Records the chain transaction that an app reported for these expected transfers. A transfer that meets several
 * expectations may then go to another one. Call it before any invoice is locked.
 */
export async function reportTransfer(
  trx: Queryable,
  instance: Pick<Instance, 'clock'>,
  ids: readonly string[],
  hash: string,
): Promise<void> {
  const places = await listPlacesOf(trx, ids);
  await lockExpectedAt(trx, places, ids);
  await updateReportedHash(trx, ids, hash);
  await rematch(trx, instance, places);
}

/** When the watch of an expected transfer ends, on the clock of its app; null for no end. */
export interface WatchEnd {
  readonly id: string;
  readonly until: Date | null;
}

/**
 * Sets when the watches of these expected transfers end. Later blocks do not count. From now on an expectation without
 * an end goes before them, and may get their transfer. `decide` runs while they are locked. Call it before any invoice
 * is locked, because watchers lock in that order.
 */
export async function endWatches(
  trx: Queryable,
  instance: Pick<Instance, 'clock'>,
  ids: readonly string[],
  decide: () => Promise<readonly WatchEnd[]>,
): Promise<void> {
  const places = await listPlacesOf(trx, ids);
  const locked = new Map((await lockExpectedAt(trx, places, ids)).map((row) => [row.id, row]));
  const now = instance.clock.now();
  let isChanged = false;
  for (const { id, until } of await decide()) {
    const row = locked.get(id);
    if (row === undefined || row.watchUntil?.getTime() === until?.getTime()) continue;
    await updateWatchUntil(trx, id, until, now);
    isChanged = true;
  }
  if (isChanged) await rematch(trx, instance, places);
}

/**
 * Accepts the transfer although its amount differs. It then counts as the expected one. Returns false if there is no
 * transfer with another amount. Call it before any invoice is locked.
 */
export async function acceptAmount(trx: Queryable, instance: Pick<Instance, 'clock'>, id: string): Promise<boolean> {
  const place = await findExpected(trx, id);
  if (place === null) return false;
  // Locks all expectations at the place, in the same order as a watcher.
  const row = (await lockExpectedAt(trx, [place])).find((one) => one.id === id);
  if (row?.status !== 'differs' || row.transferId === null) return false;
  await updateAccepted(trx, id, row.transferId);
  await rematch(trx, instance, [place]);
  return true;
}

/** The state of an expected transfer. Amounts are in smallest units. */
export interface ExpectedReport {
  readonly expected: ExpectedTransfer;
  readonly status: ExpectedStatus;
  /** The matched transfer; null while it is awaited. */
  readonly transfer: RecordedOutgoing | null;
  readonly confirmations: number;
  /** Whether the amount differs from the expected one, accepted or not. */
  readonly amountDiffers: boolean;
}

/**
 * Returns the state of an expected transfer, locked until the commit, for the task that handles its changes. A change
 * that commits later queues the task again. Returns null if there is none. Call it before any invoice is locked.
 */
export async function takeReport(trx: Queryable, id: string): Promise<ExpectedReport | null> {
  return reportOf(trx, await lockExpected(trx, id));
}

/** Returns the same without a lock, for display. */
export async function readReport(db: Queryable, id: string): Promise<ExpectedReport | null> {
  return reportOf(db, await findExpected(db, id));
}

async function reportOf(db: Queryable, expected: ExpectedTransfer | null): Promise<ExpectedReport | null> {
  if (expected === null) return null;
  const { status, transferId, amount } = expected;
  const [transfer = null] = transferId === null ? [] : await listOutgoing(db, [transferId]);
  const block = transfer?.block ?? null;
  const confirmations = block === null ? 0 : await confirmationsOf(db, expected, block);
  return { expected, status, transfer, confirmations, amountDiffers: transfer !== null && transfer.amount !== amount };
}

/** A simulated transfer has the confirmations of its status, because block 0 is as deep as the chain is long. */
async function confirmationsOf(
  db: Queryable,
  { status, networkId, confirmations }: ExpectedTransfer,
  block: number,
): Promise<number> {
  if (block === simulatedBlock) return status === 'final' ? confirmations : 1;
  return confirmationsAt(block, await recordedHeight(db, networkId));
}

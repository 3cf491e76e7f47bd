// All SQL of the table transfers: value that reached the service's addresses, and the decisions about it.
import type { HeldReason, NewTransfer } from '../../../core/payment/transfer.ts';
import type { Queryable } from '../../../io/db/database.ts';
import {
  type Answered,
  amount,
  boolean,
  computed,
  count,
  int,
  nullable,
  oneOf,
  rowType,
  text,
  time,
  uuid,
} from '../../../io/db/row-type.ts';
import type { TamperedRow } from '../../../io/db/sealed/row-guard.ts';
import { guardOf, sealed } from '../../../io/db/sealed/sealed-row-type.ts';
import { conflictsOf, markDropped, upsertMined } from '../../known/networks/unconfirmed-store.ts';
import { moneyRows } from '../../known/row-seals/money-rows.ts';
import type { NetworkWrite, PaymentsOf, Write } from './commit.ts';
import { withoutKnownInternal } from './internal-transfer-store.ts';
import { type WithdrawnPayment, withdrawUnmatched } from './unmatched/waiting-store.ts';

const sealedTransfer = sealed(
  rowType({
    id: uuid,
    networkId: uuid,
    txHash: text,
    position: text,
    assetId: uuid,
    sender: nullable(text),
    recipient: text,
    amount,
    succeeded: boolean,
    held: nullable(oneOf<HeldReason>()),
    maturity: int,
    block: nullable(count),
    blockHash: nullable(text),
    blockTime: nullable(time),
    /** The app of the watched address that received it. */
    appId: computed('w.app_id', uuid),
  }),
  'transfer',
  moneyRows.transfer,
);
const ofTransfer = sealedTransfer.under('seal_');

/** A transfer as recorded: amounts in smallest units of its asset. */
export interface RecordedTransfer {
  readonly id: string;
  readonly txHash: string;
  readonly position: string;
  readonly assetId: string;
  readonly sender: string | null;
  readonly recipient: string;
  readonly amount: bigint;
  readonly succeeded: boolean;
  /** The reason to hold it for the merchant regardless of the evidence. */
  readonly held: HeldReason | null;
  readonly block: number;
  readonly blockHash: string;
  /**
   * The time at which it was first known, on the network's clock: the time of its block, or earlier if it was seen in
   * the mempool.
   */
  readonly knownAt: Date;
  /** The time at which it was first recorded, on the service's clock. */
  readonly recordedAt: Date;
  /** The number of chain transactions that the sender had sent by then; null if the chain does not show it. */
  readonly senderTransactions: bigint | null;
  /** The chain does not allow it to be spent with fewer confirmations than this. */
  readonly maturity: number;
  /** Other chain transactions that were seen to spend the same money. */
  readonly conflicts: readonly string[];
  /** The transaction that released it last; null if none did. */
  readonly releasedFrom: string | null;
  /** The attempt that owns it; null while it is not matched. */
  readonly transactionId: string | null;
  /** The app of the watched address that received it. */
  readonly appId: string;
  readonly derivationIndex: bigint | null;
}

const recorded = `${sealedTransfer.recordset.slice(0, -1)}, sender_transactions bigint)`;

/**
 * Records transfers that are now in a block: new ones, and ones that a reorg had taken off the chain. Transfers that
 * are on the chain already stay unchanged, so recording twice has no effect. This also holds for an internal transfer
 * recorded from both traces and balances.
 */
export async function recordTransfers(write: NetworkWrite, found: readonly NewTransfer[]): Promise<void> {
  const { db: trx, networkId, now } = write;
  const transfers = await withoutKnownInternal(write, found);
  if (transfers.length === 0) return;
  const rows = transfers.map(({ id, transfer, assetId, header }) => {
    const { txHash, position, sender, recipient, amount, succeeded, maturity = 1, held = null } = transfer;
    const place = { block: header.number, blockHash: header.hash, blockTime: new Date(header.time * 1000) };
    const row = { id, networkId, txHash, position, assetId, sender, recipient, amount, succeeded, held, maturity };
    return { ...row, ...place, appId: '', senderTransactions: transfer.senderTransactions?.toString() ?? null };
  });
  const sentBefore = new Map(rows.map(({ id, senderTransactions }) => [id, senderTransactions]));
  await trx.query(
    `insert into transfers (id, network_id, tx_hash, position, asset_id, sender, recipient, amount, succeeded,
       block, block_hash, block_time, seen_at, maturity, sender_transactions, held, mac, created_at, updated_at)
     select n.id, $1, n.tx_hash, n.position, n.asset_id, n.sender, n.recipient, n.amount, n.succeeded,
       n.block, n.block_hash, n.block_time,
       greatest($3::timestamptz, (select chain_time from network_cursors where network_id = $1)),
       n.maturity, n.sender_transactions, n.held, n.mac, $3, $3
     from json_to_recordset($2::json) as n ${recorded}
     on conflict (network_id, tx_hash, position) do update set asset_id = excluded.asset_id, sender = excluded.sender,
       recipient = excluded.recipient, amount = excluded.amount, succeeded = excluded.succeeded, block = excluded.block,
       block_hash = excluded.block_hash, block_time = excluded.block_time,
       sender_transactions = coalesce(excluded.sender_transactions, transfers.sender_transactions),
       held = excluded.held, maturity = excluded.maturity, mac = excluded.mac, updated_at = excluded.updated_at
     where transfers.block is null`,
    [networkId, sealedTransfer.json(trx, rows, ({ id }) => ({ sender_transactions: sentBefore.get(id) })), now],
  );
  await upsertMined(trx, transfers, write);
}

/**
 * The decision on `f` was deleted outside the service although a transaction owns the transfer or was credited for it.
 * Deciding again would credit it twice, which the database rejects.
 */
const isUndone = `f.disposition is null and f.block is not null and (f.transaction_id is not null
  or exists (select from credits c where c.transfer_id = f.id and c.reversed_at is null))`;

/**
 * Lists transfers on the chain without a decision: new and released ones. Transfers with a decision that was deleted
 * outside the service are left out and reported.
 */
export async function listUndecided({ db: trx, networkId }: PaymentsOf): Promise<RecordedTransfer[]> {
  const rows = await trx.query<TransferRow & { is_undone: boolean }>(
    `select ${transferColumns}, ${isUndone} as is_undone from ${transferTables}
     where f.network_id = $1 and f.disposition is null and f.block is not null order by f.block, f.id`,
    [networkId],
  );
  return read(
    trx,
    withoutForeignRows(trx, rows, (row) => row.is_undone),
  );
}

/** The transaction that owns `f` is not the one that was credited for it, so `f` was moved outside the service. */
const isMoved = `exists (select from credits c where c.transfer_id = f.id and c.reversed_at is null
  and c.transaction_id <> f.transaction_id)`;

/** Returns the rows with the decision of the service, and reports the others. */
function withoutForeignRows<Row extends TransferRow>(
  db: Queryable,
  rows: readonly Row[],
  isForeign: (row: Row) => boolean,
): Row[] {
  for (const { id, app_id: appId } of rows.filter(isForeign))
    guardOf(db).note({ kind: 'transfer', table: 'transfers', id, appId });
  return rows.filter((row) => !isForeign(row));
}

/**
 * Lists transfers of all networks with a decision that was deleted or moved outside the service; see isUndone and
 * isMoved.
 */
export async function listMisplaced(db: Queryable): Promise<{ readonly table: string; readonly key: string }[]> {
  return db.query(
    `select 'transfers' as table, f.id as key from transfers f where ${isUndone} or ${isMoved} order by f.id`,
  );
}

/**
 * Lists owned transfers that were mined again: they are on the chain from this block on, and their transaction has no
 * block yet.
 */
export async function listMinedAgain(
  { db: trx, networkId }: PaymentsOf,
  fromBlock: number,
): Promise<RecordedTransfer[]> {
  return read(
    trx,
    await trx.query<TransferRow>(
      `select ${transferColumns} from ${transferTables}
       join transactions t on t.id = f.transaction_id
       where f.network_id = $1 and f.block >= $2 and f.disposition = 'matched' and t.status = 'processing'
         and t.block is null and t.hash = f.tx_hash order by f.block, f.id`,
      [networkId, fromBlock],
    ),
  );
}

/** Lists the transfers of this chain transaction to this recipient that wait for the merchant. */
export async function listWaitingOf(
  { db: trx, networkId }: PaymentsOf,
  { txHash, recipient }: { readonly txHash: string; readonly recipient: string },
): Promise<RecordedTransfer[]> {
  return read(
    trx,
    await trx.query<TransferRow>(
      `select ${transferColumns} from ${transferTables}
       join unmatched_payments u on u.transfer_id = f.id and u.status = 'waiting' and u.dust_of is null
       where f.network_id = $1 and f.tx_hash = $2 and f.recipient = $3 and f.block is not null order by f.id`,
      [networkId, txHash, recipient],
    ),
  );
}

/**
 * Lists the transfers of these transactions that are on the chain. A transfer that another transaction was credited for
 * is left out and reported. Crediting it again would fail and roll back all other due payments.
 */
export async function listTransfersOf(trx: Queryable, transactionIds: readonly string[]): Promise<RecordedTransfer[]> {
  if (transactionIds.length === 0) return [];
  const rows = await trx.query<TransferRow & { is_moved: boolean }>(
    `select ${transferColumns}, ${isMoved} as is_moved from ${transferTables}
     where f.transaction_id = any($1::uuid[]) and f.block is not null order by f.block, f.id`,
    [transactionIds],
  );
  return read(
    trx,
    withoutForeignRows(trx, rows, (row) => row.is_moved),
  );
}

export interface Decision {
  readonly transferId: string;
  readonly disposition: 'matched' | 'unmatched' | 'failed';
}

/** Writes decisions for transfers without an owner. */
export async function writeDecisions({ db, now }: Write, decisions: readonly Decision[]): Promise<void> {
  if (decisions.length === 0) return;
  await db.query(
    `update transfers f set disposition = n.disposition, transaction_id = null, matched_by = null, updated_at = $3
     from unnest($1::uuid[], $2::text[]) as n(id, disposition) where f.id = n.id`,
    [decisions.map((one) => one.transferId), decisions.map((one) => one.disposition), now],
  );
}

/** Rows that depended on removed transfers: the ids of their transactions, and the withdrawn unmatched payments. */
export interface Orphaned {
  readonly ids: readonly string[];
  readonly unmatched: readonly WithdrawnPayment[];
}

/**
 * Marks the transfers above this block as off the chain. Unmatched and failed transfers become undecided, in case they
 * return.
 */
export async function orphanTransfersAbove(write: NetworkWrite, block: number): Promise<Orphaned> {
  const { db: trx, networkId, now } = write;
  const rows = await trx.query<{ id: string; tx_hash: string; transaction_id: string | null }>(
    `update transfers set block = null, block_hash = null, block_time = null, mac = null, updated_at = $3,
       disposition = case when disposition = 'matched' then disposition end
     where network_id = $1 and block > $2 returning id, tx_hash, transaction_id`,
    [networkId, block, now],
  );
  const hashes = [...new Set(rows.map((row) => row.tx_hash))];
  await markDropped(trx, hashes, write);
  const unmatched = await withdrawUnmatched(
    write,
    rows.map((row) => row.id),
  );
  return { ids: [...new Set(rows.flatMap((row) => row.transaction_id ?? []))], unmatched };
}

/**
 * Lists the blocks with recorded transfers, newest first. They are the only record of a chain below its last blocks.
 */
export async function listTransferBlocks({
  db,
  networkId,
}: PaymentsOf): Promise<{ readonly number: number; readonly hash: string }[]> {
  const rows = await db.query<{ block: string; block_hash: string }>(
    'select distinct block, block_hash from transfers where network_id = $1 and block is not null order by block desc',
    [networkId],
  );
  return rows.map((row) => ({ number: Number(row.block), hash: row.block_hash }));
}

/** The row of a transfer joined with its watched address. */
export interface TransferRow extends Answered {
  id: string;
  tx_hash: string;
  position: string;
  asset_id: string;
  sender: string | null;
  recipient: string;
  amount: string;
  succeeded: boolean;
  held: HeldReason | null;
  block: string;
  block_hash: string;
  known_at: Date | null;
  created_at: Date;
  sender_transactions: string | null;
  maturity: number;
  conflicts: string[];
  transaction_id: string | null;
  released_from: string | null;
  app_id: string;
  derivation_index: string | null;
}

/** Columns of transferTables. */
export const transferColumns = `${ofTransfer.columnsOf('f')}, w.app_id as seal_app_id,
  f.id, f.tx_hash, f.position, f.asset_id, f.sender, f.recipient, f.amount, f.succeeded, f.held, f.block, f.block_hash,
  least(f.block_time, f.seen_at, s.seen_at) as known_at, f.created_at, f.sender_transactions, f.maturity,
  f.transaction_id, f.released_from, w.app_id, w.derivation_index,
  case when s.tx_hash is null then '{}' else ${conflictsOf('s')} end as conflicts`;

export const transferTables = `transfers f
  join watched_addresses w on w.network_id = f.network_id and w.address = f.recipient
  left join unconfirmed_transactions s on s.network_id = f.network_id and s.tx_hash = f.tx_hash`;

/** Leaves out transfers that were changed outside the service. All rows must be in a block. */
function read(db: Queryable, rows: TransferRow[]): RecordedTransfer[] {
  return rows.flatMap((row) => (transferFault(db, row) === null ? [transferFromRow(row)] : []));
}

/** Returns and reports the row if the transfer was changed outside the service. A transfer off the chain has no MAC. */
export function transferFault(db: Queryable, row: TransferRow): TamperedRow | null {
  return row.block === null ? null : ofTransfer.fault(db, row);
}

export function transferFromRow(row: TransferRow): RecordedTransfer {
  return {
    id: row.id,
    txHash: row.tx_hash,
    position: row.position,
    assetId: row.asset_id,
    sender: row.sender,
    recipient: row.recipient,
    amount: BigInt(row.amount),
    succeeded: row.succeeded,
    held: row.held,
    block: Number(row.block),
    blockHash: row.block_hash,
    knownAt: row.known_at ?? new Date(0),
    recordedAt: row.created_at,
    senderTransactions: row.sender_transactions === null ? null : BigInt(row.sender_transactions),
    maturity: row.maturity,
    conflicts: row.conflicts,
    transactionId: row.transaction_id,
    releasedFrom: row.released_from,
    appId: row.app_id,
    derivationIndex: row.derivation_index === null ? null : BigInt(row.derivation_index),
  };
}

// All SQL of the table outgoing_transfers: transfers to addresses with expected transfers.
import type { OutgoingTransfer } from '../../../core/payment/outgoing/expected-transfer.ts';
import { type HeldReason, type NewTransfer, simulatedBlock } from '../../../core/payment/transfer.ts';
import type { Queryable } from '../../../io/db/database.ts';
import {
  amount,
  boolean,
  count,
  nullable,
  oneOf,
  type RowOf,
  rowType,
  text,
  time,
  uuid,
} from '../../../io/db/row-type.ts';
import type { ExpectedTransfer, Place } from './expected-store.ts';

const outgoing = rowType({
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
  block: nullable(count),
  blockHash: nullable(text),
  blockTime: nullable(time),
});

/** A recorded transfer. Amounts are in smallest units. The block is null while it is off the chain. */
export type RecordedOutgoing = RowOf<typeof outgoing>;

/** Records transfers that are now in a block. Transfers that are on the chain already stay unchanged. */
export async function recordOutgoing(
  trx: Queryable,
  found: readonly NewTransfer[],
  { networkId, now }: { readonly networkId: string; readonly now: Date },
): Promise<void> {
  const rows = found.map(({ id, transfer, assetId, header }): RecordedOutgoing => {
    const { txHash, position, sender, recipient, amount, succeeded, held = null } = transfer;
    const moved = { txHash, position, assetId, sender, recipient, amount, succeeded, held };
    const blockTime = new Date(header.time * 1000);
    return { id, networkId, ...moved, block: header.number, blockHash: header.hash, blockTime };
  });
  await trx.query(
    `insert into outgoing_transfers (${outgoing.written}, created_at, updated_at)
     select ${outgoing.columnsOf('n')}, $2, $2 from json_to_recordset($1::json) as n ${outgoing.recordset}
     on conflict (network_id, tx_hash, position) do update set asset_id = excluded.asset_id, sender = excluded.sender,
       recipient = excluded.recipient, amount = excluded.amount, succeeded = excluded.succeeded, held = excluded.held,
       block = excluded.block, block_hash = excluded.block_hash, block_time = excluded.block_time,
       updated_at = excluded.updated_at
     where outgoing_transfers.block is null`,
    [outgoing.json(rows), now],
  );
}

/** At most this many transfers of other amounts are listed for an expectation, the oldest first. */
const mostOthers = 20;

/** The transfers to list for a place: all that its expectations can have, and the ones with these ids. */
export interface Sought extends Place {
  readonly expectations: readonly Pick<ExpectedTransfer, 'amount' | 'leastAmount' | 'fromBlock'>[];
  readonly ids: readonly string[];
}

interface MatchableRow {
  readonly [column: string]: unknown;
  readonly id: string;
  readonly tx_hash: string;
  readonly amount: string;
  readonly block: string;
  readonly block_time: Date;
  readonly sender_apps: readonly string[];
}

/**
 * Lists successful transfers in a block, oldest first: all with an expected amount, and of other amounts those after
 * the block of an expectation. Dust is left out, so that it hides none. So are held transfers, which prove nothing.
 */
export async function listMatchable(trx: Queryable, sought: Sought): Promise<OutgoingTransfer[]> {
  const { networkId, assetId, recipient, expectations, ids } = sought;
  const rows = await trx.query<MatchableRow>(
    `with there as materialized (
       select id, tx_hash, sender, amount, block, position, block_time from outgoing_transfers
       where network_id = $1 and asset_id = $2 and recipient = $3 and block is not null and succeeded and held is null),
     matchable as (
       select * from there where amount = any($4::numeric[]) or id = any($5::uuid[])
       union
       select o.* from unnest($6::numeric[], $7::bigint[]) as e(least_amount, from_block) cross join lateral (
         select * from there where amount >= e.least_amount and block > e.from_block order by block, position limit $8)
         o)
     select m.id, m.tx_hash, m.amount, m.block, m.block_time, array(
       select w.app_id from watched_addresses w where w.network_id = $1 and w.address = m.sender
       union
       select a.app_id from watched_addresses w join app_addresses a on a.wallet_id = w.wallet_id
       where w.network_id = $1 and w.address = m.sender and a.deleted_at is null)::text[] as sender_apps
     from matchable m order by m.block, m.position, m.id`,
    [
      networkId,
      assetId,
      recipient,
      expectations.map(({ amount }) => amount),
      ids,
      expectations.map(({ leastAmount }) => leastAmount),
      expectations.map(({ fromBlock }) => fromBlock),
      mostOthers,
    ],
  );
  return rows.map(({ id, tx_hash: hash, sender_apps: senderApps, amount, block, block_time }) => ({
    id,
    hash,
    senderApps,
    amount: BigInt(amount),
    block: Number(block),
    time: block_time.getTime() / 1000,
  }));
}

export async function listOutgoing(db: Queryable, ids: readonly string[]): Promise<RecordedOutgoing[]> {
  if (ids.length === 0) return [];
  const rows = await db.query(`select ${outgoing.columns} from outgoing_transfers where id = any($1::uuid[])`, [ids]);
  return outgoing.all(rows);
}

/** Lists the transfers recorded in one block. */
export async function listOutgoingIn(db: Queryable, networkId: string, blockHash: string): Promise<RecordedOutgoing[]> {
  return outgoing.all(
    await db.query(
      `select ${outgoing.columns} from outgoing_transfers
       where network_id = $1 and block_hash = $2 and block is not null`,
      [networkId, blockHash],
    ),
  );
}

/** Lists the transfers recorded in blocks of these heights. */
export async function listOutgoingBetween(
  db: Queryable,
  networkId: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<RecordedOutgoing[]> {
  return outgoing.all(
    await db.query(
      `select ${outgoing.columns} from outgoing_transfers where network_id = $1 and block between $2 and $3`,
      [networkId, first, last],
    ),
  );
}

/** Lists the blocks of transfers that are matched to an expectation, except simulated ones. */
export async function listOutgoingBlocks(
  db: Queryable,
  networkId: string,
): Promise<{ readonly number: number; readonly hash: string }[]> {
  const rows = await db.query<{ block: string; block_hash: string }>(
    `select distinct o.block, o.block_hash from expected_transfers e join outgoing_transfers o on o.id = e.transfer_id
     where o.network_id = $1 and o.block > ${simulatedBlock}`,
    [networkId],
  );
  return rows.map((row) => ({ number: Number(row.block), hash: row.block_hash }));
}

/** Selects the transfers that leave the chain: all above a block, or those with these ids. */
export type Removed = { readonly above: number } | { readonly ids: readonly string[] };

/** Marks transfers as off the chain. Returns their ids. */
export async function removeFromChain(
  trx: Queryable,
  removed: Removed,
  { networkId, now }: { readonly networkId: string; readonly now: Date },
): Promise<string[]> {
  const [where, value] = 'above' in removed ? ['block > $3', removed.above] : ['id = any($3::uuid[])', removed.ids];
  const rows = await trx.query<{ id: string }>(
    `update outgoing_transfers set block = null, block_hash = null, block_time = null, updated_at = $2
     where network_id = $1 and block is not null and ${where} returning id`,
    [networkId, now, value],
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes at most `limit` transfers recorded before then that no expectation matches or accepted. Returns their number.
 */
export async function deleteUnexpected(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from outgoing_transfers where id in (
       select o.id from outgoing_transfers o where o.created_at < $1
         and not exists (select from expected_transfers e where e.transfer_id = o.id)
         and not exists (select from expected_transfers e where e.accepted_id = o.id)
         and not exists (select from expected_transfers e where e.network_id = o.network_id
           and e.recipient = o.recipient and e.status <> 'final' and (e.watch_until is null or e.watch_until > $1))
       limit $2) returning id`,
    [before, limit],
  );
  return rows.length;
}

// All SQL of the payments that owners are asked to make to prove control of an address.
import type { Queryable } from '../../../../../io/db/database.ts';
import {
  amount,
  bytes,
  count,
  nullable,
  type RowOf,
  rowType,
  text,
  time,
  uuid,
} from '../../../../../io/db/row-type.ts';

const proofPayment = rowType({
  id: uuid,
  ownerId: uuid,
  networkId: uuid,
  assetId: uuid,
  /** Canonical. */
  address: text,
  /** Smallest units. */
  amount,
  /** Earlier blocks do not count. */
  fromBlock: count,
  /** The last time at which it may be sent. */
  expiresAt: time,
  /** Covers all columns above, with the key of the instance. */
  mac: nullable(bytes),
  createdAt: time,
});
const columns = proofPayment.columnsOf('p');

export type ProofPayment = RowOf<typeof proofPayment>;

export type PaymentPlace = Pick<ProofPayment, 'ownerId' | 'networkId' | 'address'>;

/** Lists the payments that ended after `since`, newest first. */
export async function listPayments(db: Queryable, place: PaymentPlace, since: Date): Promise<ProofPayment[]> {
  const rows = await db.query(
    `select ${columns} from proof_payments p
     where p.owner_id = $1 and p.network_id = $2 and p.address = $3 and p.expires_at > $4 order by p.expires_at desc`,
    [place.ownerId, place.networkId, place.address, since],
  );
  return proofPayment.all(rows);
}

/** Returns false if another owner was asked for the same amount there. */
export async function insertPayment(db: Queryable, payment: ProofPayment): Promise<boolean> {
  const { id, ownerId, networkId, assetId, address, fromBlock, expiresAt, mac, createdAt } = payment;
  const rows = await db.query(
    `insert into proof_payments (id, owner_id, network_id, asset_id, address, amount, from_block, expires_at, mac,
       created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (network_id, address, asset_id, amount) do nothing returning id`,
    [id, ownerId, networkId, assetId, address, payment.amount, fromBlock, expiresAt, mac, createdAt],
  );
  return rows.length > 0;
}

/** Called after the owner has proved control. */
export async function deletePaymentsOf(trx: Queryable, ownerId: string, address: string): Promise<void> {
  await trx.query('delete from proof_payments where owner_id = $1 and address = $2', [ownerId, address]);
}

/** Deletes at most `limit` payments that ended before then. Returns their number. */
export async function deleteEndedPayments(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from proof_payments where id in (select id from proof_payments where expires_at < $1 limit $2)
     returning id`,
    [before, limit],
  );
  return rows.length;
}

/** A recorded payment from an address to itself. `upTo`: the height to which the network was recorded. */
export interface RecordedPayment {
  readonly block: number;
  readonly upTo: number;
}

/** Returns the first payment of this amount from `fromBlock` on and not in a block later than `until`. */
export async function findRecorded(
  db: Queryable,
  { networkId, assetId, address, amount, fromBlock }: ProofPayment,
  until: Date,
): Promise<RecordedPayment | null> {
  const [row] = await db.query<{ block: string; up_to: string }>(
    `select t.block, c.block_number as up_to from transfers t join network_cursors c on c.network_id = t.network_id
     where t.network_id = $1 and t.asset_id = $2 and t.recipient = $3 and t.sender = $3 and t.amount = $4
       and t.block >= $5 and t.block_time <= $6 and t.succeeded and t.held is null
     order by t.block limit 1`,
    [networkId, assetId, address, amount, fromBlock, until],
  );
  return row === undefined ? null : { block: Number(row.block), upTo: Number(row.up_to) };
}

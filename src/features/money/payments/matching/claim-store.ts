// All SQL of the table payment_claims: the chain transactions that customers claim for their attempts, and the signers
// of the claims.
import type { WaitingClaim } from '../../../../core/payment/evidence/waiting-claims.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import {
  amount,
  boolean,
  computed,
  int,
  nullable,
  type RowOf,
  rowType,
  text,
  time,
  uuid,
} from '../../../../io/db/row-type.ts';
import { sealed } from '../../../../io/db/sealed/sealed-row-type.ts';
import { moneyRows } from '../../../known/row-seals/money-rows.ts';
import type { PaymentsOf } from '../commit.ts';
import {
  type RecordedTransfer,
  type TransferRow,
  transferColumns,
  transferFault,
  transferFromRow,
  transferTables,
} from '../transfer-store.ts';

export interface NewClaim {
  readonly id: string;
  readonly transactionId: string;
  readonly networkId: string;
  readonly txHash: string;
  /** The address that signed the claim with a valid signature; null if there is no signature. */
  readonly provedBy: string | null;
  /** The network of the caller, as a keyed hash; null if it is not known. */
  readonly visitor: number | null;
  readonly createdAt: Date;
}

const plainClaim = rowType({
  id: uuid,
  transactionId: uuid,
  networkId: uuid,
  txHash: text,
  provedBy: nullable(text),
  createdAt: time,
  /** The app of the transaction. */
  appId: computed('(select t.app_id from transactions t where t.id = transaction_id)', uuid),
});
const sealedClaim = sealed(plainClaim, 'payment_claim', moneyRows.payment_claim);

/**
 * Records a claim once and returns its id. A proof can be added later and is never removed. A later claim without a
 * proof keeps the MAC of an earlier one with a proof, because the MAC covers the proof.
 */
export async function insertClaim(trx: Queryable, claim: NewClaim): Promise<string> {
  const mac = sealedClaim.macOf(trx, { ...claim, appId: '' });
  const { id, transactionId, networkId, txHash, provedBy, visitor, createdAt } = claim;
  const [row] = await trx.query<{ id: string }>(
    `insert into payment_claims as c (id, transaction_id, network_id, tx_hash, proved_by, visitor, created_at, mac)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (transaction_id, tx_hash) do update set
       proved_by = coalesce(excluded.proved_by, c.proved_by),
       mac = case when excluded.proved_by is null then c.mac else excluded.mac end
     returning id`,
    [id, transactionId, networkId, txHash, provedBy, visitor, createdAt, mac],
  );
  return row?.id ?? claim.id;
}

export async function deleteClaim(trx: Queryable, id: string): Promise<void> {
  await trx.query('delete from payment_claims where id = $1', [id]);
}

const waiting = rowType({
  id: uuid,
  isProved: boolean,
  amount: nullable(amount),
  isWorthless: boolean,
  visitor: nullable(int),
  createdAt: time,
});

/**
 * Lists the claims of a transaction that are neither attached nor dismissed. They are the same as those in
 * `listOpenClaims`.
 */
export async function listWaitingClaims(trx: Queryable, transactionId: string): Promise<WaitingClaim[]> {
  const rows = await trx.query(
    `select c.id, c.proved_by is not null as is_proved, c.visitor, c.created_at, w.amount,
       coalesce(w.is_dust, false) or exists (select from invoice_steps s where s.invoice_id = t.invoice_id
         and s.kind = 'payment_unlisted' and s.details ->> 'hash' = c.tx_hash) as is_worthless
     from payment_claims c join transactions t on t.id = c.transaction_id
     cross join lateral (
       select bool_or(f.block is not null and f.disposition is not null and one.status is distinct from 'waiting'
           or one.status = 'dismissed') as is_decided,
         bool_or(f.block is not null and one.status = 'waiting') as is_waiting,
         bool_and(one.dust_of is not null) filter (where f.block is not null) as is_dust,
         case when bool_or(f.block is not null)
           then coalesce(sum(f.amount) filter (where f.block is not null and f.asset_id = t.asset_id), 0) end as amount
       from transfers f
       left join unmatched_payments one on one.id = coalesce(f.dust_in, (
         select u.id from unmatched_payments u where u.transfer_id = f.id))
       where f.network_id = c.network_id and f.tx_hash = c.tx_hash and f.recipient = t.recipient) w
     where c.transaction_id = $1 and (w.is_waiting or w.is_decided is not true and not exists (
       select from transactions o
       where o.invoice_id = t.invoice_id and o.hash = c.tx_hash and o.status <> 'canceled'))`,
    [transactionId],
  );
  return waiting.all(rows);
}

/** A customer's claim for one chain transaction. */
export type Claim = RowOf<typeof plainClaim>;

/** Leaves out claims that were changed outside the service. */
export async function listClaimsOf({ db, networkId }: PaymentsOf, txHashes: readonly string[]): Promise<Claim[]> {
  if (txHashes.length === 0) return [];
  const rows = await db.query(
    `select ${sealedClaim.columns} from payment_claims
     where network_id = $1 and tx_hash = any($2::text[]) order by id`,
    [networkId, txHashes],
  );
  return sealedClaim.all(db, rows);
}

/**
 * Lists the attempts with a claim for this unmatched payment. For a day's dust, a claim for any of its payments counts.
 */
export async function listClaimants(db: Queryable, unmatchedId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select distinct c.transaction_id as id from (
       select transfer_id as id from unmatched_payments where id = $1
       union all select id from transfers where dust_in = $1) part
     join transfers f on f.id = part.id
     join payment_claims c on c.network_id = f.network_id and c.tx_hash = f.tx_hash`,
    [unmatchedId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Lists claimed payments that fit several quotes of their amount and were not decided since the time for other claims
 * ended (`contestMillis` after the first claim). Claims older than `since` are left to the merchant. Returns at most
 * `limit`, oldest first.
 */
export async function listClaimsToDecide(
  db: Queryable,
  due: { readonly now: Date; readonly since: Date; readonly contestMillis: number; readonly limit: number },
): Promise<PaidHash[]> {
  const rows = await db.query<{ network_id: string; tx_hash: string; recipient: string }>(
    `with claimed as (
       select network_id, tx_hash, min(created_at) + $3 * interval '1 millisecond' as ends
       from payment_claims where created_at > $2 group by network_id, tx_hash)
     select distinct c.network_id, c.tx_hash, f.recipient, c.ends from claimed c
     join transfers f on f.network_id = c.network_id and f.tx_hash = c.tx_hash and f.block is not null
     join unmatched_payments u on u.transfer_id = f.id and u.status = 'waiting' and u.reason = 'ambiguous'
     where c.ends <= $1 and u.updated_at < c.ends order by c.ends limit $4`,
    [due.now, due.since, due.contestMillis, due.limit],
  );
  return rows.map((row) => ({ networkId: row.network_id, txHash: row.tx_hash, recipient: row.recipient }));
}

/** A chain transaction and one of its recipients. */
export interface PaidHash {
  readonly networkId: string;
  readonly txHash: string;
  readonly recipient: string;
}

/**
 * Lists the recorded transfers of a chain transaction to this recipient. Transfers off the chain are included, with
 * block 0.
 */
export async function listTransfersOfHash(
  db: Queryable,
  { networkId, txHash, recipient }: PaidHash,
): Promise<(RecordedTransfer & { readonly isOnChain: boolean })[]> {
  const rows = await db.query<TransferRow & { on_chain: boolean }>(
    `select ${transferColumns}, f.block is not null as on_chain
     from ${transferTables}
     where f.network_id = $1 and f.tx_hash = $2 and f.recipient = $3 order by f.id`,
    [networkId, txHash, recipient],
  );
  const held = rows.filter((row) => transferFault(db, row) === null);
  return held.map((row) => ({ ...transferFromRow(row), isOnChain: row.on_chain }));
}

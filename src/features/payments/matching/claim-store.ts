// All SQL of the table payment_claims: which chain transaction customers say pays their attempt, and who signed that.
import type { Queryable } from '../../../io/db/database.ts';
import {
  type RecordedTransfer,
  type TransferRow,
  transferColumns,
  transferFromRow,
  transferTables,
} from '../transfer-store.ts';

export interface NewClaim {
  readonly id: string;
  readonly transactionId: string;
  readonly networkId: string;
  readonly txHash: string;
  /** The address whose signature over the claim was verified; null where there is none. */
  readonly provedBy: string | null;
  readonly createdAt: Date;
}

/**
 * Records a claim, once; a proof is added to it and never taken away. False where the attempt has as many as it may
 * have.
 */
export async function insertClaim(trx: Queryable, claim: NewClaim, most: number): Promise<boolean> {
  const rows = await trx.query(
    `insert into payment_claims (id, transaction_id, network_id, tx_hash, proved_by, created_at)
     select $1, $2, $3, $4, $5, $6 where (select count(*) from payment_claims where transaction_id = $2 and tx_hash <> $4) < $7
     on conflict (transaction_id, tx_hash) do update set proved_by = coalesce(excluded.proved_by, payment_claims.proved_by)
     returning id`,
    [claim.id, claim.transactionId, claim.networkId, claim.txHash, claim.provedBy, claim.createdAt, most],
  );
  return rows.length === 1;
}

/** A customer's word for one chain transaction. */
export interface Claim {
  readonly txHash: string;
  readonly transactionId: string;
  readonly provedBy: string | null;
  readonly createdAt: Date;
}

export async function listClaimsOf(db: Queryable, networkId: string, txHashes: readonly string[]): Promise<Claim[]> {
  if (txHashes.length === 0) return [];
  const rows = await db.query<{ tx_hash: string; transaction_id: string; proved_by: string | null; created_at: Date }>(
    `select tx_hash, transaction_id, proved_by, created_at from payment_claims
     where network_id = $1 and tx_hash = any($2::text[]) order by id`,
    [networkId, txHashes],
  );
  return rows.map((row) => ({
    txHash: row.tx_hash,
    transactionId: row.transaction_id,
    provedBy: row.proved_by,
    createdAt: row.created_at,
  }));
}

/** The attempts for which customers claim this unmatched payment: in a day's dust, any payment of it. */
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
 * Claimed payments that wait between several quotes of their amount, and that were not decided on since the time for
 * other claims ended: `contestMillis` after the first claim. `since`: older claims are left to the merchant. At most
 * `limit`, the oldest first.
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

/** A chain transaction, and one recipient of it. */
export interface PaidHash {
  readonly networkId: string;
  readonly txHash: string;
  readonly recipient: string;
}

/** What is recorded of a chain transaction to this recipient, on the chain or taken off it (then its block is 0). */
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
  return rows.map((row) => ({ ...transferFromRow(row), isOnChain: row.on_chain }));
}

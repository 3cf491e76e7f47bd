// The SQL that lets go of transfers whose transactions no longer wait for them.
import type { Queryable } from '../../io/db/database.ts';

/**
 * Transfers that these transactions own, as they stand now, and no longer wait for: of another chain transaction, or of a
 * transaction that is over without a success. Each is decided on anew while it is on the chain, or when it is mined again.
 */
export async function releaseTransfers(trx: Queryable, transactionIds: readonly string[], now: Date): Promise<void> {
  if (transactionIds.length === 0) return;
  await trx.query(
    `update transfers f set transaction_id = null, disposition = null, matched_by = null, updated_at = $2
     from transactions t
     where t.id = f.transaction_id and t.id = any($1::uuid[])
       and (t.status in ('canceled', 'rejected') or f.tx_hash is distinct from t.hash)`,
    [transactionIds, now],
  );
}

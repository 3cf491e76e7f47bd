// SQL that assigns transfers to transactions and releases them.
import type { MatchedBy } from '../../../core/payment/evidence/matching.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { oneOf, type RowOf, rowType, uuid } from '../../../io/db/row-type.ts';

const owned = rowType({ transferId: uuid, transactionId: uuid, matchedBy: oneOf<MatchedBy>() });
/** A transfer that pays a transaction, and the evidence for the match. */
export type OwnedTransfer = RowOf<typeof owned>;

/** Records these transactions as owners of these transfers. */
export async function ownTransfers(trx: Queryable, transfers: readonly OwnedTransfer[], now: Date): Promise<void> {
  if (transfers.length === 0) return;
  await trx.query(
    `update transfers f
     set disposition = 'matched', transaction_id = n.transaction_id, matched_by = n.matched_by, updated_at = $2
     from json_to_recordset($1::json) as n ${owned.recordset} where f.id = n.transfer_id`,
    [owned.json(transfers), now],
  );
}

/**
 * Releases the transfers that these transactions no longer wait for: the transaction was canceled or rejected, or waits
 * for another chain transaction. A released transfer is decided again while it is on the chain or when it is mined
 * again.
 */
export async function releaseTransfers(trx: Queryable, transactionIds: readonly string[], now: Date): Promise<void> {
  if (transactionIds.length === 0) return;
  await trx.query(
    `update transfers f set transaction_id = null, released_from = f.transaction_id, disposition = null,
       matched_by = null, updated_at = $2
     from transactions t
     where t.id = f.transaction_id and t.id = any($1::uuid[])
       and (t.status in ('canceled', 'rejected') or f.tx_hash is distinct from t.hash)`,
    [transactionIds, now],
  );
}

// The SQL of payments that count for the merchant before they are confirmed: on which terms, and what speaks against them.
import type { UnconfirmedPart } from '../../../core/payment/invoice.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { conflictsOf } from '../../networks/unconfirmed-store.ts';

/** The greatest invoice total, a decimal in the invoice's currency, for which an app takes an asset unconfirmed. */
export interface Cap {
  readonly appId: string;
  readonly assetId: string;
  readonly upTo: string;
}

/** The caps that these apps set for these assets; none where they take nothing unconfirmed. */
export async function listCaps(trx: Queryable, asked: readonly Omit<Cap, 'upTo'>[]): Promise<Cap[]> {
  if (asked.length === 0) return [];
  const rows = await trx.query<{ app_id: string; asset_id: string; up_to: string }>(
    `select distinct ac.app_id, ac.asset_id, ac.accept_unconfirmed_up_to as up_to
     from unnest($1::uuid[], $2::uuid[]) as n(app_id, asset_id)
     join app_cryptocurrencies ac on ac.app_id = n.app_id and ac.asset_id = n.asset_id
     where ac.accept_unconfirmed_up_to is not null`,
    [asked.map((one) => one.appId), asked.map((one) => one.assetId)],
  );
  return rows.map((row) => ({ appId: row.app_id, assetId: row.asset_id, upTo: row.up_to }));
}

export interface UnconfirmedAcceptance {
  readonly transactionId: string;
  readonly txHash: string;
  readonly upTo: string;
}

/** Keeps that these were seen when the terms took them unconfirmed. What is kept already stays as it was. */
export async function keepAcceptances(
  trx: Queryable,
  taken: readonly UnconfirmedAcceptance[],
  now: Date,
): Promise<void> {
  if (taken.length === 0) return;
  await trx.query(
    `insert into unconfirmed_acceptances (transaction_id, tx_hash, up_to, created_at)
     select n.transaction_id, n.tx_hash, n.up_to, $4 from unnest($1::uuid[], $2::text[], $3::numeric[]) as n(transaction_id, tx_hash, up_to)
     on conflict do nothing`,
    [taken.map((one) => one.transactionId), taken.map((one) => one.txHash), taken.map((one) => one.upTo), now],
  );
}

/** What these invoices' attempts brought that is not confirmed, by invoice. */
export async function listUnconfirmedParts(
  trx: Queryable,
  invoiceIds: readonly string[],
): Promise<Map<string, UnconfirmedPart[]>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await trx.query<{
    invoice_id: string;
    pending: string;
    is_mined: boolean;
    is_on_terms: boolean;
    is_undisputed: boolean;
  }>(
    `select t.invoice_id, t.pending, t.block is not null as is_mined, a.transaction_id is not null as is_on_terms,
       coalesce(s.outcome = 'in_mempool' and not s.contested and ${conflictsOf('s')} = '{}', false) as is_undisputed
     from transactions t
     left join unconfirmed_acceptances a on a.transaction_id = t.id and a.tx_hash = t.hash
     left join unconfirmed_transactions s on s.network_id = t.network_id and s.tx_hash = t.hash
     where t.invoice_id = any($1::uuid[]) and t.status = 'processing' and t.pending > 0`,
    [invoiceIds],
  );
  const parts = rows.map((row) => ({
    invoiceId: row.invoice_id,
    value: BigInt(row.pending),
    isMined: row.is_mined,
    isOnTerms: row.is_on_terms,
    isUndisputed: row.is_undisputed,
  }));
  return Map.groupBy(parts, (one) => one.invoiceId);
}

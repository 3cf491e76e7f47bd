// SQL of the amounts that were recently quoted at an app's fixed addresses.
import { parseRate } from '../../../../core/money/rate.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { amount, kept, nullable, type RowOf, rowType, text, time, uuid } from '../../../../io/db/row-type.ts';

const rate = kept(
  text,
  (written) => parseRate(written) ?? { value: 0n, scale: 0 },
  (read) => String(read.value),
);

const quote = rowType({
  /** The id of the app address. */
  id: uuid,
  recipient: text,
  assetId: uuid,
  /** In smallest units. */
  amount,
  /** In minor units of the currency. */
  quoted: amount,
  rate,
  currency: text,
  identifiedBy: nullable(text),
  createdAt: time,
});
/** The newest quote in an asset at a fixed address. */
export type NewestQuote = RowOf<typeof quote>;

/** Considers at most 20 addresses. */
export async function listNewestQuotes(db: Queryable, appId: string, now: Date): Promise<NewestQuote[]> {
  const rows = await db.query(
    `select aa.id, t.recipient, t.asset_id, t.amount, t.quoted, t.rate::text as rate, i.currency, t.identified_by,
       t.created_at
     from (select aa.id, aa.network_id, w.value from app_addresses aa join wallets w on w.id = aa.wallet_id
       where aa.app_id = $1 and aa.enabled and aa.deleted_at is null and w.kind = 'address' order by aa.id limit 20) aa
     join assets a on a.network_id = aa.network_id
     join app_cryptocurrencies ac on ac.app_id = $1 and ac.asset_id = a.id
     cross join lateral (
       select * from transactions t where t.recipient = aa.value and t.amount is not null and t.derivation_index is null
         and t.created_at > $2::timestamptz - interval '7 days' and t.asset_id = a.id
       order by t.created_at desc limit 1) t
     join invoices i on i.id = t.invoice_id`,
    [appId, now],
  );
  return quote.all(rows);
}

/** Returns the number of promised amounts within this distance of the quote's amount, counted up to `limit`. */
export async function countAmounts(
  db: Queryable,
  of: Pick<NewestQuote, 'recipient' | 'assetId' | 'amount'> & {
    readonly within: bigint;
    readonly limit: number;
    readonly now: Date;
  },
): Promise<number> {
  const rows = await db.query<{ count: string }>(
    `select count(*) from (
       select distinct t.amount from transactions t
       where t.recipient = $1 and t.asset_id = $2 and t.derivation_index is null
         and t.amount between $3::numeric - $4::numeric and $3::numeric + $4::numeric
         and (t.status = 'processing' or t.updated_at > $6::timestamptz - interval '7 days')
       limit $5) a`,
    [of.recipient, of.assetId, of.amount.toString(), of.within.toString(), of.limit, of.now],
  );
  return Number(rows[0]?.count ?? 0);
}

// The SQL of amounts that were quoted at an app's fixed addresses within the last days.
import type { Rate } from '../../../core/money/rate.ts';
import type { IdentifiedBy } from '../../../core/payment/transaction.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { readTransaction, transactionColumns } from '../../ledger/transaction-store.ts';

/** The newest quote in one asset at a fixed address. Amount in smallest units, `quoted` in minor units. */
export interface NewestQuote {
  /** Of the app address. */
  readonly id: string;
  readonly recipient: string;
  readonly assetId: string;
  readonly amount: bigint;
  readonly quoted: bigint;
  readonly rate: Rate;
  readonly currency: string;
  readonly identifiedBy: IdentifiedBy | null;
  readonly createdAt: Date;
}

/** Of at most 20 addresses. */
export async function listNewestQuotes(db: Queryable, appId: string, now: Date): Promise<NewestQuote[]> {
  const rows = await db.query<{ address_id: string; invoice_currency: string }>(
    `select aa.id as address_id, i.currency as invoice_currency, ${transactionColumns}
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
  return rows.flatMap(({ address_id: id, invoice_currency: currency, ...row }) => {
    const { recipient, assetId, amount, quoted, rate, identifiedBy, createdAt } = readTransaction(row);
    return amount === null ? [] : [{ id, recipient, assetId, amount, quoted, rate, currency, identifiedBy, createdAt }];
  });
}

/** How many amounts no further from this one than `within` are promised at the address; no more than `limit` counted. */
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
       where t.recipient = $1 and t.asset_id = $2 and t.amount between $3::numeric - $4::numeric and $3::numeric + $4::numeric
         and t.derivation_index is null and (t.status = 'processing' or t.updated_at > $6::timestamptz - interval '7 days')
       limit $5) a`,
    [of.recipient, of.assetId, of.amount.toString(), of.within.toString(), of.limit, of.now],
  );
  return Number(rows[0]?.count ?? 0);
}

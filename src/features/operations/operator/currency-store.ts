// SQL that lists the currencies in which production apps sell.
import type { Queryable } from '../../../io/db/database.ts';

/** Returns those of payment links, and of the last invoices of the newest apps, sorted. Archived apps do not count. */
export async function listCurrenciesInUse(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ currency: string }>(
    `with selling as (
       select id from apps where environment = 'production' and archived_at is null order by created_at desc limit 200)
     select l.currency from selling s join payment_links l on l.app_id = s.id
     union
     select i.currency from selling s cross join lateral (
       select currency from invoices where app_id = s.id order by created_at desc, id desc limit 20) i
     order by currency`,
  );
  return rows.map(({ currency }) => currency);
}

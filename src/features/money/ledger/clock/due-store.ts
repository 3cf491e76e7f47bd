// SQL that finds the attempts and invoices that expired on the test clocks of their apps.
import type { Queryable } from '../../../../io/db/database.ts';

/** Only apps with a moved clock, or only this one. */
export interface DueOnClock {
  readonly appId: string | null;
  /** On the service's clock. */
  readonly now: Date;
}

/** The next ids in ascending order; from the lowest if `after` is null. */
export interface DuePage {
  readonly after: string | null;
  readonly limit: number;
}

/**
 * An advance moves the networks' time too: each counts as read up to the last advance. After that, an app's deadline
 * passes as far ahead of the scanned time of the network as the app's clock is ahead.
 */
const passed = (deadline: string, scanned: string) =>
  `${deadline} < greatest(k.advanced_at, ${scanned}) + make_interval(secs => k.advanced_seconds)`;

/** Lists a limited number of attempts without a payment in a block or in the mempool. Takes no locks. */
export async function listDueOnClock(
  db: Queryable,
  { appId, now }: DueOnClock,
  { after, limit }: DuePage,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select t.id from app_clocks k join transactions t on t.app_id = k.app_id
     left join network_cursors c on c.network_id = t.network_id
     where ($2::uuid is null or k.app_id = $2) and t.status = 'processing' and t.block is null and t.received is null
       and t.expire_at < $1::timestamptz + make_interval(secs => k.advanced_seconds)
       and ${passed('t.deadline', 'c.chain_time')} and ($4::uuid is null or t.id > $4)
     order by t.id limit $3`,
    [now, appId, limit, after],
  );
  return rows.map(({ id }) => id);
}

/** Lists a limited number of invoices without a pending payment, of these ids unless null. Takes no locks. */
export async function listDueInvoicesOnClock(
  db: Queryable,
  { appId, now, ids = null }: DueOnClock & { readonly ids?: readonly string[] | null },
  { after, limit }: DuePage,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select i.id from app_clocks k join invoices i on i.app_id = k.app_id
     where ($2::uuid is null or k.app_id = $2) and ($4::uuid[] is null or i.id = any($4))
       and i.status in ('open', 'partially_paid') and i.pending = 0
       and i.expires_at < $1::timestamptz + make_interval(secs => k.advanced_seconds)
       and ${passed(
         'i.deadline',
         `coalesce((select min(coalesce(c.chain_time, '-infinity')) from app_cryptocurrencies ac
            join assets a on a.id = ac.asset_id left join network_cursors c on c.network_id = a.network_id
            where ac.app_id = i.app_id and c.is_resting is not true), $1)`,
       )}
       and not exists (select 1 from transactions t
         where t.invoice_id = i.id and t.status = 'processing' and t.received is not null)
       and ($5::uuid is null or i.id > $5)
     order by i.id limit $3`,
    [now, appId, limit, ids, after],
  );
  return rows.map(({ id }) => id);
}

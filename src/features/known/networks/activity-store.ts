// SQL that reports whether a network has open attempts or expected transfers.
import type { NetworkActivity } from '../../../core/payment/sync-pace.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { firstIdOf } from '../../../io/new-id.ts';

/**
 * Returns the activity of a network at `now`, on our clock. An attempt created after `since` counts as awaited even if
 * it was canceled, because its customer may have paid. An outgoing transfer is awaited until it is final.
 */
export async function readActivity(
  db: Queryable,
  networkId: string,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<NetworkActivity> {
  const [row] = await db.query<{
    has_addresses: boolean;
    is_awaited: boolean;
    awaited_at: Date | null;
    is_time_asked: boolean;
  }>(
    `select o.is_awaited,
       case when o.is_awaited or exists (select 1 from transactions where id >= $3 and network_id = $1)
         then $2::timestamptz else c.awaited_at end as awaited_at,
       exists (select 1 from watched_addresses where network_id = $1)
         or exists (select 1 from app_addresses where network_id = $1 and deleted_at is null) as has_addresses,
       exists (select 1 from invoices i
         where i.status in ('open', 'partially_paid') and i.pending = 0 and i.deadline < $2
           and i.deadline >= c.chain_time
           and exists (select 1 from app_cryptocurrencies ac join assets a on a.id = ac.asset_id
             where ac.app_id = i.app_id and a.network_id = $1)) as is_time_asked
     from (select $1::uuid as network_id) n left join network_cursors c on c.network_id = n.network_id
       cross join lateral (select
         exists (select 1 from transactions where network_id = $1 and status = 'processing' and block is null)
         or exists (select 1 from transactions where network_id = $1 and status = 'processing' and hash is not null)
         or exists (select 1 from expected_transfers e where e.network_id = $1 and (e.status = 'seen'
           or e.status <> 'final' and (e.watch_until is null or c.chain_time is null or e.watch_until >= c.chain_time)))
         as is_awaited) o`,
    [networkId, now, firstIdOf(since.getTime())],
  );
  if (row === undefined) throw new Error('a query without a condition returned no row');
  return {
    hasAddresses: row.has_addresses,
    isAwaited: row.is_awaited,
    awaitedAt: row.awaited_at?.getTime() ?? null,
    isTimeAsked: row.is_time_asked,
  };
}

/** Records that something was awaited until this time, on our clock. */
export async function recordAwaited(db: Queryable, networkId: string, now: Date): Promise<void> {
  await db.query('update network_cursors set awaited_at = greatest(awaited_at, $2) where network_id = $1', [
    networkId,
    now,
  ]);
}

/**
 * Records that the next poll is due in `millis` milliseconds. Until then the network does not count as unreachable.
 * Null means continuous polling, and Infinity means no poll until the network can be paid on.
 */
export async function recordNextLook(db: Queryable, networkId: string, millis: number | null): Promise<void> {
  await db.query(
    `update network_cursors set is_resting = $2::float8 is not distinct from 'infinity',
       next_look_at = case when $2::float8 = 'infinity' then 'infinity' else now() + $2::float8 * interval '1 ms' end
     where network_id = $1 and (next_look_at is not null or $2::float8 is not null)`,
    [networkId, millis],
  );
}

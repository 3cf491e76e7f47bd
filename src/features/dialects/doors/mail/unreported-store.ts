// SQL of the events that shops are not notified of, because their dialect has no notification for them.
import { mailedPairs } from '../../../../core/dialect/situations.ts';
import type { SubscribableEventType } from '../../../../core/event.ts';
import type { Queryable } from '../../../../io/db/database.ts';

export interface Unreported {
  readonly type: SubscribableEventType;
  readonly count: number;
}

/** Counts the events of an app after `since` about orders of its doors, and about payments without an order. */
export async function countUnreported(db: Queryable, appId: string, since: Date): Promise<Unreported[]> {
  const pairs = mailedPairs();
  return db.query<Unreported & Record<string, unknown>>(
    `select e.type, count(distinct e.id)::int as count
     from events e join unnest($3::text[], $4::text[]) as m (type, dialect) on m.type = e.type
     where e.app_id = $1 and e.created_at > $2
       and (e.type <> 'invoice.expired' or (e.data ->> 'paid')::numeric > 0)
       and case when e.invoice_id is null
         then e.data ->> 'status' = 'waiting' and e.data ->> 'dust' is distinct from 'true'
           and exists (select from doors d where d.app_id = e.app_id and d.kind = m.dialect and door_is_open(d.id))
         else exists (select from webhook_orders o join webhooks w on w.id = o.webhook_id
           where o.invoice_id = e.invoice_id and w.dialect = m.dialect)
           or exists (select from shop_invoices s where s.invoice_id = e.invoice_id and s.dialect = m.dialect) end
     group by e.type order by e.type`,
    [appId, since, pairs.map(({ type }) => type), pairs.map(({ dialect }) => dialect)],
  );
}

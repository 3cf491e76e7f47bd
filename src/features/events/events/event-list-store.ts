// SQL that reads events for the API. Tampered events are left out.
import type { InvoiceFacts } from '../../../core/event.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { createdWithin, idOrLast } from '../../../io/db/keyset.ts';
import { type Answered, bytes, computed, nullable, type RowOf, rowType, text } from '../../../io/db/row-type.ts';
import type { TamperedRow } from '../../../io/db/sealed/row-guard.ts';
import { guardOf, RowTampered } from '../../../io/db/sealed/sealed-row-type.ts';
import type { Page } from '../../../io/http/page.ts';
import { rowFault } from '../../known/row-seals/money-rows.ts';
import { type AppEvent, eventFacts } from './store.ts';
import { soundPage } from './verified-page.ts';

const stored = rowType({
  ...eventFacts,
  /** JSON text as written, since the MAC covers this text. */
  data: computed('data::text', text),
  invoiceFacts: computed('invoice_facts::text', nullable(text)),
  mac: nullable(bytes),
});
/** The columns that soundEvents reads. */
export const selectedColumns = stored.columns;

/** The valid events of these rows. Tampered rows are recorded. */
export function soundEvents(db: Queryable, rows: readonly Answered[]): AppEvent[] {
  return stored.all(rows).flatMap((row) => (faultOf(db, row) === null ? [fromRow(row)] : []));
}

function faultOf(db: Queryable, { mac, ...row }: RowOf<typeof stored>): TamperedRow | null {
  return rowFault(db, 'event', { row, mac, id: row.id, appId: row.appId });
}

function fromRow({ mac: _, data, invoiceFacts, ...event }: RowOf<typeof stored>): AppEvent {
  const facts = invoiceFacts === null ? null : (JSON.parse(invoiceFacts) as InvoiceFacts);
  return { ...event, data: JSON.parse(data) as object, invoiceFacts: facts };
}

/** The event with this id, if it is from `since` or later. Throws RowTampered. */
export async function findEvent(db: Queryable, id: string, since: Date): Promise<AppEvent | null> {
  const [row] = stored.all(
    await db.query(`select ${stored.columns} from events where id = $1 and created_at > $2`, [id, since]),
  );
  if (row === undefined) return null;
  const tampered = faultOf(db, row);
  if (tampered !== null) throw new RowTampered(tampered);
  return fromRow(row);
}

/** The same, but null for an event that was changed outside the service. The change is reported. */
export async function findSoundEvent(db: Queryable, id: string, since: Date): Promise<AppEvent | null> {
  try {
    return await findEvent(db, id, since);
  } catch (error) {
    if (!(error instanceof RowTampered)) throw error;
    guardOf(db).note(error.row);
    return null;
  }
}

/** Up to limit + 1 events of these apps since `since`, newest first, after that id. */
export async function listEvents(
  db: Queryable,
  { appIds, since, types = null }: { appIds: readonly string[]; since: Date; types?: readonly string[] | null },
  {
    limit,
    after: start,
    created,
  }: Pick<Page, 'limit' | 'created'> & { readonly after: { readonly id: string } | null },
): Promise<AppEvent[]> {
  return soundPage(limit, start?.id ?? null, async (after) => {
    const rows = await db.query<{ id: string }>(
      // One index scan for each app, in the order newest first.
      `select ${selectedColumns} from unnest($1::uuid[]) as app(one) cross join lateral (
         select * from events
         where app_id = app.one and created_at > $2 and ($5::text[] is null or type = any($5))
           and id < ${idOrLast('$3')} and ${createdWithin('$6', '$7')}
         order by id desc limit $4 + 1) e
       order by id desc limit $4 + 1`,
      [appIds, since, after, limit, types, created.from, created.before],
    );
    return { events: soundEvents(db, rows), count: rows.length, last: rows.at(-1)?.id ?? null };
  });
}

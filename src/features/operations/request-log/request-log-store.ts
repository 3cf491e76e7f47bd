// All SQL for the table request_log, and the lookup of the app that an object belongs to.
import type { CreatedRange } from '../../../core/list-filters.ts';
import type { Database, Queryable } from '../../../io/db/database.ts';
import { beginningWith, boundValues, startsAfter } from '../../../io/db/keyset.ts';
import { bytes, int, nullable, oneOf, type RowOf, rowType, text, time, uuid } from '../../../io/db/row-type.ts';
import type { Page } from '../../../io/http/page.ts';

/** Calls are shown for seven days. */
export const shownMillis = 7 * 24 * 3_600_000;

export const callerKinds = ['session', 'personal_access_token', 'app_token', 'oauth2'] as const;
export type CallerKind = (typeof callerKinds)[number];

const entry = rowType({
  /** The id of the request. */
  id: uuid,
  appId: uuid,
  operation: text,
  method: text,
  path: text,
  query: text,
  status: int,
  errorCode: nullable(text),
  callerKind: oneOf<CallerKind>(),
  actor: text,
  tokenName: nullable(text),
  durationMs: int,
  area: text,
  bodiesSealed: nullable(bytes),
  createdAt: time,
});
export type LoggedCall = RowOf<typeof entry>;

export async function insertCalls(db: Queryable, calls: readonly LoggedCall[]): Promise<void> {
  await db.query(
    `insert into request_log (${entry.written})
     select ${entry.written} from json_to_recordset($1::json) as c ${entry.recordset}
     on conflict (id) do nothing`,
    [entry.json(calls)],
  );
}

/** Returns null for an unknown id, and for a call before `since`. */
export async function findCall(db: Queryable, id: string, since: Date): Promise<LoggedCall | null> {
  const sql = `select ${entry.columns} from request_log where id = $1 and created_at >= $2`;
  return entry.one(await db.query(sql, [id, since]));
}

/** Null in a field matches any call. */
export interface CallFilter {
  readonly appIds: readonly string[];
  /** Calls from this time on. */
  readonly since: Date;
  /** Inclusive ranges of statuses. */
  readonly statuses: readonly (readonly [least: number, most: number])[] | null;
  readonly methods: readonly string[] | null;
  /** A part of the path. */
  readonly path: string | null;
}

/** Returns the matching calls without their bodies, newest first, one more than the limit. */
export async function listCalls(db: Database, filter: CallFilter, page: Page): Promise<LoggedCall[]> {
  const { values, bind } = boundValues();
  const { appIds, since, statuses, methods, path } = filter;
  const { from, before }: CreatedRange = page.created;
  const earliest = from !== null && from > since ? from : since;
  const fitting = [
    `c.app_id = any(${bind(appIds)}::uuid[]) and c.created_at >= ${bind(earliest)}`,
    ...startsAfter('c', { after: page.after, before }, bind),
    ...(statuses === null
      ? []
      : [`(${statuses.map(([least, most]) => within(bind(least), bind(most))).join(' or ')})`]),
    ...(methods === null ? [] : [`c.method = any(${bind(methods)}::text[])`]),
    ...(path === null ? [] : [`c.path like ${bind(`%${beginningWith(path)}`)}`]),
  ];
  const columns = entry.columnsOf('c').replace('c.bodies_sealed', 'null as bodies_sealed');
  const rows = await db.byValue.query(
    `select ${columns} from request_log c where ${fitting.join(' and ')}
     order by c.created_at desc, c.id desc limit ${bind(page.limit + 1)}`,
    values,
  );
  return entry.all(rows);
}

function within(least: string, most: string): string {
  return `c.status between ${least} and ${most}`;
}

/** Deletes at most `limit` calls from before `before`. Returns how many it deleted. */
export async function deleteOldCalls(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from request_log where id in (
       select id from request_log where created_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return rows.length;
}

/** The tables of objects of an app, by the first word of their paths. */
const tables: Readonly<Record<string, string>> = {
  invoice: 'invoices',
  transaction: 'transactions',
  webhook: 'webhooks',
  event: 'events',
  'app-address': 'app_addresses',
  'app-cryptocurrency': 'app_cryptocurrencies',
  'app-member': 'app_members',
  'app-token': 'app_tokens',
  'payment-link': 'payment_links',
  'unmatched-payment': 'unmatched_payments',
  'payout-change': 'payout_changes',
};

/** Whether `findAppOf` knows objects with this path. */
export function belongsToApp(kind: string): boolean {
  return Object.hasOwn(tables, kind);
}

/** Returns the id of the app that the object belongs to. Null if there is no such object. */
export async function findAppOf(db: Queryable, kind: string, id: string): Promise<string | null> {
  const [row] = await db.query<{ app_id: string }>(`select app_id from ${tables[kind]} where id = $1`, [id]);
  return row?.app_id ?? null;
}

// All SQL of the table idempotency_records.
import type { Queryable } from '../../../io/db/database.ts';
import {
  bigint,
  boolean,
  bytes,
  computed,
  int,
  nullable,
  type RowOf,
  rowType,
  text,
  texts,
  time,
  uuid,
} from '../../../io/db/row-type.ts';
import type { TamperedRow } from '../../../io/db/sealed/row-guard.ts';
import type { IdempotentRequest } from '../../../io/http/operation.ts';
import { rowFault } from '../row-seals/money-rows.ts';

const record = rowType({
  /** The position of the request in the list of requests. */
  place: computed('r.place', int),
  status: int,
  fingerprint: bytes,
  /** Null if an event holds the answer. Then `told` holds it. */
  bodySealed: nullable(bytes),
  /** JSON text: the data of that event. */
  told: nullable(text),
  eventId: nullable(uuid),
  eventAppId: nullable(uuid),
  eventType: nullable(text),
  invoiceId: nullable(uuid),
  sequence: nullable(bigint),
  invoiceFacts: nullable(text),
  eventAt: nullable(time),
  eventMac: nullable(bytes),
  /** The apps that the caller accessed as a member. */
  apps: nullable(texts),
  hadProof: boolean,
  createdAt: time,
});
type Found = RowOf<typeof record>;
export type KeptRecord = Pick<Found, 'status' | 'fingerprint' | 'bodySealed' | 'apps' | 'hadProof' | 'createdAt'> & {
  /** The answer that an event holds. Null if it is sealed in the record. */
  readonly told: object | null;
  /** That event, if it was changed outside the service. */
  readonly tampered: TamperedRow | null;
};

/** An answer to store for repeats. */
export interface NewRecord {
  readonly request: IdempotentRequest;
  readonly status: number;
  readonly bodySealed: Buffer;
  readonly createdAt: Date;
}

export async function findRecord(db: Queryable, request: IdempotentRequest): Promise<KeptRecord | null> {
  const [found] = await findRecords(db, [request]);
  return found ?? null;
}

/**
 * Returns the stored answers for these requests, in the order of the requests, with null for missing ones. The lateral
 * join looks up each by its key, even if the plan was made while the table was empty.
 */
export async function findRecords(
  db: Queryable,
  requests: readonly IdempotentRequest[],
): Promise<(KeptRecord | null)[]> {
  const rows = await db.query(
    `select ${record.columnsOf('k')}
     from json_to_recordset($1::json) as r (place integer, caller text, operation text, key uuid)
     join lateral (
       select status, fingerprint, body_sealed, k.created_at, e.data::text as told, had_proof,
         coalesce(apps, array[e.app_id]) as apps, e.id as event_id, e.app_id as event_app_id, e.type as event_type,
         e.invoice_id, e.sequence, e.invoice_facts::text as invoice_facts, e.created_at as event_at, e.mac as event_mac
       from idempotency_records k left join events e on e.id = k.event_id
       where caller = r.caller and operation = r.operation and key = r.key limit 1) k on true`,
    [JSON.stringify(requests.map(({ caller, operation, key }, place) => ({ place, caller, operation, key })))],
  );
  const records: (KeptRecord | null)[] = requests.map(() => null);
  for (const found of record.all(rows)) records[found.place] = keptRecord(db, found);
  return records;
}

function keptRecord(db: Queryable, found: Found): KeptRecord {
  const { status, fingerprint, bodySealed, apps, hadProof, createdAt, told } = found;
  const tampered = eventFault(db, found);
  const answer = told === null || tampered !== null ? null : (JSON.parse(told) as object);
  return { status, fingerprint, bodySealed, apps, hadProof, createdAt, told: answer, tampered };
}

function eventFault(db: Queryable, found: Found): TamperedRow | null {
  const { eventId: id, eventAppId: appId, eventType: type, told: data, eventAt: createdAt, eventMac: mac } = found;
  if (id === null || appId === null || type === null || data === null || createdAt === null) return null;
  const { invoiceId, sequence, invoiceFacts } = found;
  const row = { id, appId, type, invoiceId, sequence, data, invoiceFacts, createdAt };
  return rowFault(db, 'event', { row, mac, id, appId });
}

/** Takes the key for this database transaction. Returns false if another one holds it now. */
export async function takeKey(trx: Queryable, request: IdempotentRequest): Promise<boolean> {
  const rows = await trx.query<{ taken: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken',
    [`${request.caller} ${request.operation} ${request.key}`],
  );
  return rows[0]?.taken === true;
}

export async function insertRecord(
  db: Queryable,
  { request, status, bodySealed, createdAt }: NewRecord,
): Promise<void> {
  await db.query(
    `insert into idempotency_records
       (caller, operation, key, fingerprint, status, body_sealed, created_at, apps, had_proof)
     values ($1, $2, $3, $4, $5, $6, $7, $8::uuid[], $9)`,
    [
      ...[request.caller, request.operation, request.key, request.fingerprint, status, bodySealed, createdAt],
      ...[[...(request.noted?.apps ?? [])], request.noted?.hadProof ?? false],
    ],
  );
}

/**
 * The columns of a request, as JSON rows, that a statement needs to detect repeats and to store answers held by events.
 */
export const idempotencyColumns = 'caller text, operation text, key uuid, fingerprint text';

/** The values of these columns. The fingerprint is in base64, because hex would be half as long again. */
export function idempotencyRow(request: IdempotentRequest | null): Record<string, string> {
  if (request === null) return {};
  const { caller, operation, key, fingerprint } = request;
  return { caller, operation, key, fingerprint: fingerprint.toString('base64') };
}

/**
 * SQL: true if an answer is stored for the request of this row, else null. Does not use `exists`, which the planner may
 * answer by a scan of the whole table.
 */
export function isKept(row: string): string {
  return `(select true from idempotency_records k
    where k.caller = ${row}.caller and k.operation = ${row}.operation and k.key = ${row}.key)`;
}

/** SQL: records, for rows with these columns, that the event `event_id` at `at` holds the answer. */
export function recordEmitted(rows: string, status: number): string {
  return `insert into idempotency_records (caller, operation, key, fingerprint, status, event_id, created_at)
    select caller, operation, key, decode(fingerprint, 'base64'), ${status}, event_id, at from ${rows}
    where key is not null`;
}

/** Deletes at most `limit` answers from before `before`. Returns how many it deleted. */
export async function deleteOldAnswers(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from idempotency_records where (caller, operation, key) in (
       select caller, operation, key from idempotency_records where created_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return rows.length;
}

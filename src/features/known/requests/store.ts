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
  /** Of the request, among those that were asked for. */
  place: computed('r.place', int),
  status: int,
  fingerprint: bytes,
  /** null where an event tells the answer: then it is `told`. */
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
  /** The apps as whose member the caller was let in. */
  apps: nullable(texts),
  hadProof: boolean,
  createdAt: time,
});
type Found = RowOf<typeof record>;
export type KeptRecord = Pick<Found, 'status' | 'fingerprint' | 'bodySealed' | 'apps' | 'hadProof' | 'createdAt'> & {
  /** The answer that an event carries; null where it is sealed. */
  readonly told: object | null;
  /** That event, where it was changed past the service. */
  readonly tampered: TamperedRow | null;
};

/** An answer to be kept for repeats. */
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
 * The answers kept for these requests, in their order; null where there is none. The lateral looks each up by its key,
 * even when the plan was made while the table was empty.
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

/** Takes the key for this database transaction; false when another one holds it right now. */
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
 * What a statement must know of each request, as columns of JSON rows, to tell repeats and to keep what an event
 * answers.
 */
export const idempotencyColumns = 'caller text, operation text, key uuid, fingerprint text';

/** Their values; the fingerprint in base64, as hex would be half as long again. */
export function idempotencyRow(request: IdempotentRequest | null): Record<string, string> {
  if (request === null) return {};
  const { caller, operation, key, fingerprint } = request;
  return { caller, operation, key, fingerprint: fingerprint.toString('base64') };
}

/**
 * true where an answer is kept for the request that this row has, else null. No `exists`, which may be answered by
 * reading the whole table once.
 */
export function isKept(row: string): string {
  return `(select true from idempotency_records k
    where k.caller = ${row}.caller and k.operation = ${row}.operation and k.key = ${row}.key)`;
}

/** Keeps, for rows that have these columns, that the event `event_id` of the moment `at` tells the answer. */
export function recordEmitted(rows: string, status: number): string {
  return `insert into idempotency_records (caller, operation, key, fingerprint, status, event_id, created_at)
    select caller, operation, key, decode(fingerprint, 'base64'), ${status}, event_id, at from ${rows}
    where key is not null`;
}

/** Deletes answers of before then, at most so many; answers how many. */
export async function deleteOldAnswers(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from idempotency_records where (caller, operation, key) in (
       select caller, operation, key from idempotency_records where created_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return rows.length;
}

// All SQL of the table idempotency_records.
import type { Queryable } from '../../io/db/database.ts';
import type { NewRecord, Repeatable } from '../../io/http/operation.ts';

export interface KeptRecord {
  readonly status: number;
  readonly fingerprint: Buffer;
  /** null where an event tells the answer: then it is `told`. */
  readonly bodySealed: Buffer | null;
  readonly told: unknown;
  readonly createdAt: Date;
}

interface Row {
  place: number;
  status: number;
  fingerprint: Buffer;
  body_sealed: Buffer | null;
  told: unknown;
  created_at: Date;
}

export async function findRecord(db: Queryable, request: Repeatable): Promise<KeptRecord | null> {
  const [record] = await findRecords(db, [request]);
  return record ?? null;
}

/**
 * The answers kept for these requests, in their order; null where there is none. The lateral looks each up by its key,
 * even when the plan was made while the table was empty.
 */
export async function findRecords(db: Queryable, requests: readonly Repeatable[]): Promise<(KeptRecord | null)[]> {
  const rows = await db.query<Row>(
    `select r.place, k.status, k.fingerprint, k.body_sealed, k.told, k.created_at
     from json_to_recordset($1::json) as r (place integer, caller text, operation text, key uuid)
     join lateral (
       select status, fingerprint, body_sealed, created_at, (select data from events where id = event_id) as told
       from idempotency_records where caller = r.caller and operation = r.operation and key = r.key limit 1) k on true`,
    [JSON.stringify(requests.map(({ caller, operation, key }, place) => ({ place, caller, operation, key })))],
  );
  const records: (KeptRecord | null)[] = requests.map(() => null);
  for (const { place, status, fingerprint, body_sealed, told, created_at } of rows)
    records[place] = { status, fingerprint, bodySealed: body_sealed, told, createdAt: created_at };
  return records;
}

/** Takes the key for this database transaction; false when another one holds it right now. */
export async function takeKey(trx: Queryable, request: Repeatable): Promise<boolean> {
  const rows = await trx.query<{ taken: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken',
    [`${request.caller} ${request.operation} ${request.key}`],
  );
  return rows[0]?.taken === true;
}

export async function insertRecord(db: Queryable, record: NewRecord): Promise<void> {
  await db.query(`insert into idempotency_records (${recordColumns}) ${recordFrom('$1::json')}`, [
    JSON.stringify(recordRow(record)),
  ]);
}

/** In the order in which recordFrom selects them. */
export const recordColumns = 'caller, operation, key, fingerprint, status, body_sealed, event_id, created_at';

/** Selects the row that recordRow wrote as JSON. */
export function recordFrom(json: string): string {
  return `select caller, operation, key, decode(fingerprint, 'base64'), status, decode(body_sealed, 'base64'), event_id, created_at
    from json_to_record(${json}) as r (caller text, operation text, key uuid, fingerprint text, status smallint,
      body_sealed text, event_id uuid, created_at timestamptz)`;
}

/** The row as JSON that recordFrom reads back; bytes in base64, as hex would be half as long again. */
export function recordRow({ request, status, body, createdAt }: NewRecord): Record<string, unknown> {
  return {
    caller: request.caller,
    operation: request.operation,
    key: request.key,
    fingerprint: request.fingerprint.toString('base64'),
    status,
    ...('sealed' in body ? { body_sealed: body.sealed.toString('base64') } : { event_id: body.eventId }),
    created_at: createdAt,
  };
}

/** Forgets records older than this, a bounded number at a time; answers how many. */
export async function deleteRecordsBefore(db: Queryable, before: Date): Promise<number> {
  const rows = await db.query(
    `delete from idempotency_records where (caller, operation, key) in (
       select caller, operation, key from idempotency_records where created_at < $1 limit 5000) returning 1`,
    [before],
  );
  return rows.length;
}

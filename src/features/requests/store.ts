// All SQL of the table idempotency_records.
import type { Queryable } from '../../io/db/database.ts';
import type { NewRecord, Repeatable } from '../../io/http/operation.ts';

export interface KeptRecord {
  readonly status: number;
  readonly fingerprint: Buffer;
  readonly bodySealed: Buffer;
}

interface Row {
  place: string;
  status: number;
  fingerprint: Buffer;
  body_sealed: Buffer;
}

export async function findRecord(db: Queryable, request: Repeatable): Promise<KeptRecord | null> {
  const [record] = await findRecords(db, [request]);
  return record ?? null;
}

/** The answers kept for these requests, in their order; null where there is none. */
export async function findRecords(db: Queryable, requests: readonly Repeatable[]): Promise<(KeptRecord | null)[]> {
  const rows = await db.query<Row>(
    `select r.place, k.status, k.fingerprint, k.body_sealed
     from unnest($1::text[], $2::text[], $3::uuid[]) with ordinality as r(caller, operation, key, place)
     join idempotency_records k on k.caller = r.caller and k.operation = r.operation and k.key = r.key`,
    [
      requests.map((request) => request.caller),
      requests.map((request) => request.operation),
      requests.map((request) => request.key),
    ],
  );
  const records: (KeptRecord | null)[] = requests.map(() => null);
  for (const { place, status, fingerprint, body_sealed } of rows)
    records[Number(place) - 1] = { status, fingerprint, bodySealed: body_sealed };
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
export const recordColumns = 'caller, operation, key, fingerprint, status, body_sealed, created_at';

/** Selects the row that recordRow wrote as JSON. */
export function recordFrom(json: string): string {
  return `select caller, operation, key, decode(fingerprint, 'base64'), status, decode(body_sealed, 'base64'), created_at
    from json_to_record(${json}) as r (caller text, operation text, key uuid, fingerprint text, status smallint,
      body_sealed text, created_at timestamptz)`;
}

/** The row as JSON that recordFrom reads back; bytes in base64, as hex would be half as long again. */
export function recordRow({ request, status, bodySealed, createdAt }: NewRecord): Record<string, unknown> {
  return {
    caller: request.caller,
    operation: request.operation,
    key: request.key,
    fingerprint: request.fingerprint.toString('base64'),
    status,
    body_sealed: bodySealed.toString('base64'),
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

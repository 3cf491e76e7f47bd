// All SQL of the table idempotency_records.
import type { Queryable } from '../../io/db/database.ts';
import type { Repeatable } from '../../io/http/operation.ts';

export interface KeptRecord {
  readonly status: number;
  readonly fingerprint: Buffer;
  readonly bodySealed: Buffer;
}

interface Row {
  status: number;
  fingerprint: Buffer;
  body_sealed: Buffer;
}

export async function findRecord(db: Queryable, request: Repeatable): Promise<KeptRecord | null> {
  const rows = await db.query<Row>(
    'select status, fingerprint, body_sealed from idempotency_records where caller = $1 and operation = $2 and key = $3',
    [request.caller, request.operation, request.key],
  );
  return fromRows(rows);
}

/** Takes the key for this database transaction; false when another one holds it right now. */
export async function takeKey(trx: Queryable, request: Repeatable): Promise<boolean> {
  const rows = await trx.query<{ taken: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken',
    [`${request.caller} ${request.operation} ${request.key}`],
  );
  return rows[0]?.taken === true;
}

export async function insertRecord(
  db: Queryable,
  request: Repeatable,
  status: number,
  bodySealed: Buffer,
  now: Date,
): Promise<void> {
  await db.query(
    `insert into idempotency_records (caller, operation, key, fingerprint, status, body_sealed, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [request.caller, request.operation, request.key, request.fingerprint, status, bodySealed, now],
  );
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

function fromRows(rows: Row[]): KeptRecord | null {
  const row = rows[0];
  return row ? { status: row.status, fingerprint: row.fingerprint, bodySealed: row.body_sealed } : null;
}

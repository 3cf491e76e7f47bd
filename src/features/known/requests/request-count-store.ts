// All SQL of the table request_counts.
import type { Queryable } from '../../../io/db/database.ts';

/** Counts one request of this subject (32 bytes) in the window that ends at `endsAt`. Returns the new count. */
export async function countRequest(db: Queryable, subject: Buffer, endsAt: Date): Promise<number> {
  const [row] = await db.query<{ requests: number }>(
    `insert into request_counts (subject, ends_at, requests) values ($1, $2, 1)
     on conflict (subject, ends_at) do update set requests = request_counts.requests + 1
     returning requests`,
    [subject, endsAt],
  );
  return row?.requests ?? 0;
}

/** Deletes at most `limit` windows that ended before `before`. Returns how many it deleted. */
export async function deleteRequestCounts(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from request_counts where (subject, ends_at) in (
       select subject, ends_at from request_counts where ends_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return rows.length;
}

// The SQL of attempts to sign in: how often one subject tried within its window, counted for all nodes together.
import { createHash } from 'node:crypto';
import type { Queryable } from '../../../../io/db/database.ts';

export interface Attempts {
  readonly count: number;
  readonly windowEndsAt: Date;
}

/** SHA-256 of what is tried and by whom, so that the table names nobody. */
export function attemptSubject(action: string, who: string): Buffer {
  return createHash('sha256').update(`${action}\n${who}`).digest();
}

/** Counts one more attempt in one statement, so that attempts at the same moment are counted one by one. */
export async function countAttempt(
  db: Queryable,
  subject: Buffer,
  now: Date,
  windowSeconds: number,
): Promise<Attempts> {
  const end = new Date(now.getTime() + windowSeconds * 1000);
  const rows = await db.query<{ attempts: number; window_ends_at: Date }>(
    `insert into sign_in_attempts as held (subject, window_ends_at, attempts) values ($1, $2, 1)
     on conflict (subject) do update set
       attempts = case when held.window_ends_at > $3 then held.attempts + 1 else 1 end,
       window_ends_at = case when held.window_ends_at > $3 then held.window_ends_at else excluded.window_ends_at end
     returning attempts, window_ends_at`,
    [subject, end, now],
  );
  const row = rows[0] as { attempts: number; window_ends_at: Date };
  return { count: row.attempts, windowEndsAt: row.window_ends_at };
}

/** Takes one attempt back, because it turned out to be a good one. */
export async function forgiveAttempt(db: Queryable, subject: Buffer): Promise<void> {
  await db.query('update sign_in_attempts set attempts = greatest(attempts - 1, 0) where subject = $1', [subject]);
}

/** Writes what a mailed link leaves behind, for a link that nobody is sent and that is good for nothing. */
export async function keepIdleLink(db: Queryable, id: string, now: Date, lifetimeSeconds: number): Promise<void> {
  await db.query(
    `insert into verifications (id, identifier, value, expires_at, created_at, updated_at)
     values ($1, $2, '', $3, $4, $4)`,
    [id, attemptSubject('idle link', id).toString('base64url'), new Date(now.getTime() + lifetimeSeconds * 1000), now],
  );
}

/** Deletes windows that ended before then, at most so many; answers how many. */
export async function deleteEndedWindows(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from sign_in_attempts where subject in (
       select subject from sign_in_attempts where window_ends_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return rows.length;
}

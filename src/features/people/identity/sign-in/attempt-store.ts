// SQL that counts the sign-in attempts of a subject within its window, across all nodes.
import { createHash } from 'node:crypto';
import type { Queryable } from '../../../../io/db/database.ts';

export interface Attempts {
  readonly count: number;
  readonly windowEndsAt: Date;
}

/** Returns the SHA-256 of the action and the subject's name, so that the table contains no names. */
export function attemptSubject(action: string, who: string): Buffer {
  return createHash('sha256').update(`${action}\n${who}`).digest();
}

/** Counts an attempt in one statement, so that concurrent attempts are all counted. */
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

/** Removes one attempt from the count, because it succeeded. */
export async function forgiveAttempt(db: Queryable, subject: Buffer): Promise<void> {
  await db.query('update sign_in_attempts set attempts = greatest(attempts - 1, 0) where subject = $1', [subject]);
}

/** Writes the same row as a mailed link would, for a link that does not exist and opens nothing. */
export async function keepIdleLink(db: Queryable, id: string, now: Date, lifetimeSeconds: number): Promise<void> {
  await db.query(
    `insert into verifications (id, identifier, value, expires_at, created_at, updated_at)
     values ($1, $2, '', $3, $4, $4)`,
    [id, attemptSubject('idle link', id).toString('base64url'), new Date(now.getTime() + lifetimeSeconds * 1000), now],
  );
}

/** Deletes at most `limit` windows that ended before `before`. Returns how many it deleted. */
export async function deleteEndedWindows(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from sign_in_attempts where subject in (
       select subject from sign_in_attempts where window_ends_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return rows.length;
}

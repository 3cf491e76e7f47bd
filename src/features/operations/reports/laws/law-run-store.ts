// All SQL of the table law_runs: when the laws of money were looked at last, and what broke them.
import type { Queryable } from '../../../../io/db/database.ts';

export interface LawRun {
  /** When a look last ended; null where none ever did. */
  readonly endedAt: Date | null;
  /** The laws that did not hold then, by what they say. */
  readonly broken: readonly string[];
  /** Why the last look came to no end; null where it did. */
  readonly failure: string | null;
}

export async function readLawRun(db: Queryable): Promise<LawRun> {
  const [row] = await db.query<LawRun>('select ended_at as "endedAt", broken, failure from law_runs');
  if (row === undefined) throw new Error('There is no row of law runs.');
  return row;
}

/**
 * Whether this process is to look now: one of all, once a night by UTC, at once where nobody ever did, and at any hour
 * where two nights were missed.
 */
export async function claimLawRun(db: Queryable): Promise<boolean> {
  const rows = await db.query(
    `update law_runs set started_at = now() where started_at is null or started_at < now() - interval '48 hours'
       or started_at < now() - interval '20 hours' and extract(hour from now() at time zone 'utc') = 3
     returning 1`,
  );
  return rows.length === 1;
}

export async function recordLawRun(db: Queryable, broken: readonly string[]): Promise<void> {
  await db.query('update law_runs set ended_at = now(), broken = $1, failure = null', [broken]);
}

export async function recordFailedLawRun(db: Queryable, failure: string): Promise<void> {
  await db.query('update law_runs set failure = $1', [failure]);
}

// All SQL of the table law_runs: the last check of the money invariants, and the broken ones.
import type { Queryable } from '../../../../io/db/database.ts';

export interface LawRun {
  /** The end of the last complete check; null if there was none. */
  readonly endedAt: Date | null;
  /** The descriptions of the invariants that did not hold. */
  readonly broken: readonly string[];
  /** The reason why the last check did not finish; null if it did. */
  readonly failure: string | null;
}

export async function readLawRun(db: Queryable): Promise<LawRun> {
  const [row] = await db.query<LawRun>('select ended_at as "endedAt", broken, failure from law_runs');
  if (row === undefined) throw new Error('The row of the table law_runs is missing.');
  return row;
}

/**
 * Returns whether this process must run the check now. One process does so, once a night by UTC. It runs at once if
 * there was no check yet, and at any hour if two nights were missed.
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

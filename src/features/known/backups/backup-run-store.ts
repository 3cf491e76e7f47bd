// All SQL of the backups that the service makes by itself.
import type { Queryable } from '../../../io/db/database.ts';

export interface BackupRun {
  readonly startedAt: Date | null;
  /** The latest good backup contains the database as it was at this time. */
  readonly goodAt: Date | null;
  readonly name: string | null;
  readonly failure: string | null;
}

export async function readBackupRun(db: Queryable): Promise<BackupRun> {
  const [row] = await db.query<BackupRun>(
    `select started_at as "startedAt", good_at as "goodAt", name, failure from backup_runs`,
  );
  if (row === undefined) throw new Error('The table backup_runs has no row.');
  return row;
}

/** Claims the next backup for this process. Returns true in one process only, and only when a backup is due. */
export async function claimBackupRun(
  db: Queryable,
  { everyMillis, retryMillis }: { readonly everyMillis: number; readonly retryMillis: number },
): Promise<boolean> {
  const rows = await db.query(
    `update backup_runs set started_at = now()
     where (good_at is null or good_at <= now() - $1 * interval '1 millisecond')
       and (started_at is null or started_at <= now() - $2 * interval '1 millisecond')
     returning 1`,
    [everyMillis, retryMillis],
  );
  return rows.length === 1;
}

/** Extends the claim while a long backup runs. */
export async function renewBackupRun(db: Queryable): Promise<void> {
  await db.query('update backup_runs set started_at = now()');
}

export async function recordGoodBackup(db: Queryable, name: string, at: Date): Promise<void> {
  await db.query('update backup_runs set good_at = $2, name = $1, failure = null', [name, at]);
}

export async function recordFailedBackup(db: Queryable, failure: string): Promise<void> {
  await db.query('update backup_runs set failure = $1', [failure]);
}

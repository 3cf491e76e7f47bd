// Upgrades a database to this version's schema: forward only, file by file, one process at a time.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartFault } from '../../start-fault.ts';
import type { Queryable } from '../database.ts';
import { asStartFault } from '../first-connection-fault.ts';
import { requireSupportedServer } from '../server-version.ts';
import { applyConcurrently, asOneTransaction } from './apply-concurrently.ts';
import { isConcurrent, type Migration, migrationNames, readMigrations } from './migration-files.ts';
import { type PlannedMigration, planMigrations } from './plan-migrations.ts';

interface AppliedMigration {
  name: string;
  checksum: string;
}

export interface MigrationProgress {
  /** Called before the first of this many migrations. */
  begins?(pending: number): void;
  /** Called before each statement on a large table of an existing database. */
  statement?(migration: string, statement: string): void;
}

// An arbitrary number that other users of advisory locks are unlikely to choose.
const LOCK_KEY = '7305124418226541';
const SCHEMA_MIGRATIONS = `create table if not exists schema_migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`;
const RECORD = 'insert into schema_migrations (name, checksum) values ($1, $2)';
// A migration that waits for a table lock blocks all later statements on the table, so it gives up and retries.
const LOCK_TIMEOUT = '800ms';
const LOCK_TRIES = 60;
const LOCK_PAUSE_MILLIS = 500;
const LOCKED_OUT_MILLIS = 100;

/**
 * Applies the new files `NNNN-name.sql` of `directory` to the database at `url`, and returns their names. Each file is
 * one database transaction, except that files for large tables run statement by statement. Several processes may call
 * this at once, and it can be repeated after an interruption. Throws
 * StartFault if an applied file was changed, if the database is newer than this version, or if the server is too old.
 * Throws DatabaseAway if the server cannot be reached.
 */
export async function migrate(
  url: string,
  directory: string,
  progress: MigrationProgress = {},
): Promise<{ applied: string[] }> {
  const files = await readMigrations(directory);
  return onClient(url, async (client) => {
    await lockOutOthers(client);
    await client.query(SCHEMA_MIGRATIONS);
    const pending = await pendingOn(client, files);
    if (pending.length > 0) progress.begins?.(pending.length);
    // The tables of a new database are empty, so their statements take no time.
    const tell = pending.length === files.length ? undefined : progress.statement;
    for (const file of pending) {
      if (isConcurrent(file)) await applyConcurrently(client, file, (statement) => tell?.(file.name, statement));
      else await applyWithoutQueueing(client, file);
    }
    return { applied: pending.map(({ name }) => name) };
  });
}

/** Returns the effects of `migrate` without applying them. Throws the same errors. */
export async function plannedMigrations(url: string, directory: string): Promise<PlannedMigration[]> {
  const files = await readMigrations(directory);
  return onClient(url, async (client) => {
    const { rows } = await client.query(`select to_regclass('schema_migrations') is not null as there`);
    return planMigrations(client, rows[0].there ? await pendingOn(client, files) : files);
  });
}

/**
 * Applies these files in the caller's database transaction, and keeps other processes from migrating until the commit.
 */
export async function migrateWithin(client: pg.Client, files: readonly Migration[]): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
  await client.query(SCHEMA_MIGRATIONS);
  for (const file of files) {
    await client.query(isConcurrent(file) ? asOneTransaction(file) : file.sql);
    await client.query(RECORD, [file.name, file.checksum]);
  }
}

/**
 * Returns the names of the files not yet applied to the database. An empty list means that the schema is up to date.
 */
export async function migrationsPending(db: Queryable, directory: string): Promise<string[]> {
  const names = await migrationNames(directory);
  const [found] = await db.query<{ there: boolean }>(`select to_regclass('schema_migrations') is not null as there`);
  if (!found?.there) return names;
  const applied = new Set(
    (await db.query<{ name: string }>('select name from schema_migrations')).map(({ name }) => name),
  );
  return names.filter((name) => !applied.has(name));
}

async function onClient<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = openClient(url);
  try {
    await client.connect();
    await requireSupportedServer({ query: async <Row>(text: string) => (await client.query(text)).rows as Row[] });
    return await act(client);
  } catch (error) {
    throw asStartFault(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Polls for the lock instead of waiting for it, because a concurrent index build would wait for the waiting statement.
 */
async function lockOutOthers(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select pg_try_advisory_lock(${LOCK_KEY}) as is_mine`);
    if (rows[0].is_mine) return;
    await delay(LOCKED_OUT_MILLIS);
  }
}

function openClient(url: string): pg.Client {
  try {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'quittance migrate',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    return client.on('error', () => {});
  } catch (error) {
    throw asStartFault(error);
  }
}

async function pendingOn(client: pg.Client, files: readonly Migration[]): Promise<readonly Migration[]> {
  const { rows } = await client.query<AppliedMigration>('select name, checksum from schema_migrations order by name');
  return pendingAfter(rows, files);
}

// The applied migrations must be a prefix of the files. Otherwise two versions of the service conflict.
function pendingAfter(applied: readonly AppliedMigration[], files: readonly Migration[]): readonly Migration[] {
  for (const [index, { name, checksum }] of applied.entries()) {
    const file = files[index];
    if (!files.some((known) => known.name === name)) {
      throw new StartFault(
        'The database is newer than this version of Quittance: ' +
          `it has migration ${name}, which is unknown here. ` +
          'Start the newer version, or restore a backup made before the upgrade.',
      );
    }
    if (file?.name !== name) {
      throw new StartFault(
        `Migration ${file?.name} comes before ${name}, which the database has already; give it a higher number.`,
      );
    }
    if (file.checksum !== checksum) {
      throw new StartFault(
        `Migration ${name} was changed after it had been applied. Put the file back as it was and write a new one.`,
      );
    }
  }
  return files.slice(applied.length);
}

async function applyWithoutQueueing(client: pg.Client, file: Migration): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await applyOne(client, file);
    } catch (error) {
      const waitedTooLong = error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01');
      if (waitedTooLong && tried < LOCK_TRIES) await delay(LOCK_PAUSE_MILLIS);
      else throw error;
    }
  }
}

async function applyOne(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(sql);
    await client.query(RECORD, [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    if (error instanceof pg.DatabaseError) error.message = `Migration ${name}: ${error.message}`;
    throw error;
  }
}

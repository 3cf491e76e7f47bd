// Brings a database to this version's schema: forward only, file by file, one process at a time.
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

// An arbitrary number that no other user of advisory locks is likely to choose.
const LOCK_KEY = '7305124418226541';
const SCHEMA_MIGRATIONS = `create table if not exists schema_migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`;
const RECORD = 'insert into schema_migrations (name, checksum) values ($1, $2)';
// A migration that waits for a table's lock makes everybody else wait behind it: it steps back and asks again.
const LOCK_TIMEOUT = '800ms';
const LOCK_TRIES = 60;
const LOCK_PAUSE_MILLIS = 500;
const LOCKED_OUT_MILLIS = 100;

/**
 * Applies the files `NNNN-name.sql` of `directory` that the database at `url` has not seen, each in one database
 * transaction, or those for large tables statement by statement, and answers their names; `tell` hears of each such
 * statement before it runs. Safe to call from several processes at once, and again after it was interrupted. Throws
 * StartFault when an applied file was changed, when the database is newer than this version, or when the server is too
 * old; DatabaseAway when the server cannot be reached.
 */
export async function migrate(
  url: string,
  directory: string,
  tell: (name: string, statement: string) => void = () => {},
): Promise<{ applied: string[] }> {
  const files = await readMigrations(directory);
  return onClient(url, async (client) => {
    await lockOutOthers(client);
    await client.query(SCHEMA_MIGRATIONS);
    const pending = await pendingOn(client, files);
    for (const file of pending) {
      if (isConcurrent(file)) await applyConcurrently(client, file, (statement) => tell(file.name, statement));
      else await applyWithoutQueueing(client, file);
    }
    return { applied: pending.map(({ name }) => name) };
  });
}

/** What `migrate` would do, and nothing of it done. Throws as `migrate` does. */
export async function plannedMigrations(url: string, directory: string): Promise<PlannedMigration[]> {
  const files = await readMigrations(directory);
  return onClient(url, async (client) => {
    const { rows } = await client.query(`select to_regclass('schema_migrations') is not null as there`);
    return planMigrations(client, rows[0].there ? await pendingOn(client, files) : files);
  });
}

/**
 * Makes the schema that the first of these files describe, or brings it on by the rest, inside a database transaction
 * of the caller's, which also keeps every other process from migrating.
 */
export async function migrateWithin(client: pg.Client, files: readonly Migration[]): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
  await client.query(SCHEMA_MIGRATIONS);
  for (const file of files) {
    await client.query(isConcurrent(file) ? asOneTransaction(file) : file.sql);
    await client.query(RECORD, [file.name, file.checksum]);
  }
}

/** The names of the files that the database has not seen yet: none means that it is ready for this version. */
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

/** Asks again and again: an index that another process builds would wait for a statement that waits for the lock. */
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

// What is applied must be a beginning of what the files say; anything else is two versions disagreeing.
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

// Opens and migrates the database of an instance: the operator's own, or the embedded one in the data folder.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { startEmbeddedPostgres } from '../io/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../io/db/migrate/migrate.ts';
import { DatabaseAway } from '../io/db/sql-fault.ts';
import type { Environment } from '../io/environment.ts';
import { StartFault } from '../io/start-fault.ts';
import { migrationsDirectory } from './open-instance.ts';

export interface OpenDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Throws StartFault if there is no database, or if it is too old or newer than this version. Waits up to
 * `patienceMillis` for a database that cannot serve yet, or until `signal` aborts.
 */
export async function openDatabase(
  environment: Pick<Environment, 'databaseUrl' | 'dataDir'>,
  log: Logger,
  { patienceMillis = 0, signal }: { readonly patienceMillis?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<OpenDatabase> {
  const database = await reachDatabase(environment, log);
  const progress = {
    begins: (pending: number) => log.info({ migrations: pending }, 'migrating the database'),
    statement: (migration: string, statement: string) =>
      log.info({ migration, statement }, 'migrating a large table without locking it'),
  };
  const until = performance.now() + patienceMillis;
  for (let tries = 1; ; tries += 1) {
    try {
      signal?.throwIfAborted();
      const { applied } = await migrate(database.url, migrationsDirectory, progress);
      if (applied.length > 0) log.info({ migrations: applied.length, newest: applied.at(-1) }, 'migrated the database');
      if (tries > 1) log.info({ event: 'database_is_there' }, 'the database is there');
      return database;
    } catch (error) {
      const leftMillis = until - performance.now();
      if (error instanceof DatabaseAway && leftMillis > 0) {
        if (tries === 1) log.warn({ event: 'database_awaited', err: error, seconds: patienceMillis / 1000 }, awaited);
        await delay(Math.min(lookMillis, leftMillis), undefined, { signal }).catch(() => undefined);
        if (signal?.aborted !== true) continue;
      }
      await database.stop();
      throw error instanceof DatabaseAway ? new StartFault(unavailableMessage(error), { cause: error }) : error;
    }
  }
}

const lookMillis = 1_000;
const awaited = 'the database cannot be used yet; waiting for it';

function unavailableMessage({ message, cause }: DatabaseAway): string {
  // SQLSTATE 25006: a standby, or a read-only server.
  if ((cause as { code?: unknown } | undefined)?.code === '25006')
    return [
      'The database in DATABASE_URL accepts no writes:',
      'it is a standby, or default_transaction_read_only is on. Use the primary.',
    ].join(' ');
  return `The database in DATABASE_URL cannot be used (${message}). Check that it runs and can be reached from here.`;
}

/** Like openDatabase, but does not migrate or read it. */
export async function reachDatabase(
  { databaseUrl, dataDir }: Pick<Environment, 'databaseUrl' | 'dataDir'>,
  log: Logger,
): Promise<OpenDatabase> {
  return databaseUrl === null
    ? await startEmbeddedPostgres({ dataDir, log: (message) => log.info(message) })
    : { url: databaseUrl, stop: async () => undefined };
}

// The database an instance uses: the operator's own, or the embedded one of its data folder; migrated before anyone
// uses it.
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

/** Throws StartFault where there is none, or it is too old, or newer than this version. */
export async function openDatabase(
  environment: Pick<Environment, 'databaseUrl' | 'dataDir'>,
  log: Logger,
): Promise<OpenDatabase> {
  const database = await reachDatabase(environment, log);
  try {
    const tell = (migration: string, statement: string) =>
      log.info({ migration, statement }, 'migrating a large table, beside all who work on it');
    const { applied } = await migrate(database.url, migrationsDirectory, tell);
    if (applied.length > 0) log.info({ applied }, 'migrated the database');
  } catch (error) {
    await database.stop();
    if (error instanceof DatabaseAway) {
      throw new StartFault(
        `The database in DATABASE_URL cannot be used (${error.message}). Check that it runs and can be reached from here.`,
        { cause: error },
      );
    }
    throw error;
  }
  return database;
}

/** As openDatabase, without a look into it: whatever is there is left as it is. */
export async function reachDatabase(
  { databaseUrl, dataDir }: Pick<Environment, 'databaseUrl' | 'dataDir'>,
  log: Logger,
): Promise<OpenDatabase> {
  return databaseUrl === null
    ? await startEmbeddedPostgres({ dataDir, log: (message) => log.debug(message) })
    : { url: databaseUrl, stop: async () => undefined };
}

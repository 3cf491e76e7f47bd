// Restores a backup into a temporary database and checks the money rules there. Only a tested backup is reliable.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { BrokenLaw } from '../../features/operations/reports/laws/law-store.ts';
import type { NetworkFacts } from '../../io/chains/chain.ts';
import { startEmbeddedPostgres } from '../../io/db/embedded/start-embedded-postgres.ts';
import type { Environment } from '../../io/environment.ts';
import { brokenLawsIn } from '../../roles/upkeep/check-money-rules.ts';
import { fault } from '../words.ts';
import { loadInstance } from './load-instance.ts';
import type { progressOn } from './progress.ts';

export interface TriedBackup {
  readonly rows: number;
  readonly pictures: number;
  readonly broken: readonly BrokenLaw[];
}

export interface Trial {
  readonly environment: Pick<Environment, 'databaseUrl'>;
  readonly identities: readonly string[] | null;
  readonly networks: ReadonlyMap<string, NetworkFacts>;
  readonly progressOf: ReturnType<typeof progressOn>;
}

/** Throws StartFault if a temporary database cannot be created. It is always removed afterwards. */
export async function tryBackup(
  path: string,
  { environment, identities, networks, progressOf }: Trial,
): Promise<TriedBackup> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-check-'));
  try {
    const scratch = await (environment.databaseUrl === null
      ? ownServer(join(folder, 'postgres'))
      : onServer(environment.databaseUrl));
    try {
      const loaded = await loadInstance(path, {
        databaseUrl: scratch.url,
        environment: { dataDir: folder, s3Url: null },
        identities,
        replaces: false,
        skip: 0,
        networks,
        progressOf,
        // Nothing sealed is opened in the temporary database.
        placeKey: async () => async () => undefined,
      });
      return { rows: loaded.rows, pictures: loaded.pictures, broken: await brokenLawsIn(scratch.url) };
    } finally {
      await scratch.drop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Scratch {
  readonly url: string;
  drop(): Promise<void>;
}

/** Starts a separate server. The instance's own server may be in use and is not touched. */
async function ownServer(dataDir: string): Promise<Scratch> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  return { url, drop: stop };
}

/** A second database on the server of the instance. */
async function onServer(databaseUrl: string): Promise<Scratch> {
  const name = `quittance_check_${randomBytes(6).toString('hex')}`;
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  await says(databaseUrl, `create database ${name} template template0 encoding 'UTF8'`).catch((error: unknown) => {
    // SQLSTATE 42501: insufficient privilege.
    if ((error as { code?: unknown }).code !== '42501') throw error;
    const why = 'The user in DATABASE_URL may not create the temporary database for the check';
    throw fault(`${why}: give it CREATEDB, or name another server in DATABASE_URL for this command.`);
  });
  return { url: url.href, drop: () => says(databaseUrl, `drop database if exists ${name} with (force)`) };
}

async function says(databaseUrl: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'quittance check' });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(text).finally(() => client.end().catch(() => undefined));
}

// Provides a migrated database for each test file, cloned from one template on one server.
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Database } from '../../src/io/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/io/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../../src/io/db/migrate/migrate.ts';
import { readMigrations } from '../../src/io/db/migrate/migration-files.ts';
import { connectPostgres } from '../../src/io/db/postgres.ts';
import { count } from './run/costs/costs.ts';
import { foldersOfKilledRuns } from './run/scratch-space.ts';

export interface TestDatabase {
  /** For a service under test, which connects by itself. */
  url: string;
  db: Database;
  /** Throws where a deadlock happened in it that its story did not announce. */
  drop(): Promise<void>;
}

export interface TestServer {
  /** The value of TEST_DATABASE_URL for test processes. Its user may create databases. */
  url: string;
  stop(): Promise<void>;
}

/** The subfolder for the runner's server, inside the run's temporary folder. */
const RUN_FOLDER = 'quittance-test-database';
export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

const SETTINGS = {
  // Test data need not survive a power failure.
  fsync: 'off',
  full_page_writes: 'off',
  // Many test files connect at the same time.
  max_connections: '300',
  shared_buffers: '256MB',
  // Detects deadlocks early.
  deadlock_timeout: '50ms',
};

/**
 * Creates a database with all migrations applied; call `drop` in `after`. Set `deadlocks` if the test causes some on
 * purpose.
 */
export async function testDatabase({ deadlocks: mayDeadlock = false } = {}): Promise<TestDatabase> {
  const server = await enterServer();
  const template = await ensureTemplate(server.url);
  const name = `quittance_test_${randomBytes(8).toString('hex')}`;
  await asAdmin(server.url, (admin) => admin.query(`create database ${name} template ${template} strategy wal_log`));
  const url = onDatabase(server.url, name);
  const db = await connectPostgres({ url, maxConnections: 10, applicationName: 'test', onError: () => {} });
  return {
    url,
    db,
    async drop() {
      await db.close();
      const deadlocks = await asAdmin(server.url, async (admin) => {
        const found = await deadlocksIn(admin, name);
        await admin.query(`drop database if exists ${name} with (force)`);
        return found;
      });
      await server.leave();
      if (deadlocks > 0 && !mayDeadlock)
        throw new Error(`PostgreSQL ended ${deadlocks} deadlocks: two commits lock rows in two orders.`);
    },
  };
}

/** The service retries after a deadlock, so no response shows it. */
async function deadlocksIn(admin: pg.Client, name: string): Promise<number> {
  const { rows } = await admin.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = $1',
    [name],
  );
  return Number(rows[0]?.deadlocks ?? 0);
}

/** One server with its template for a whole run: the server of DATABASE_URL, or an embedded one in a new folder. */
export async function prepareTestServer(): Promise<TestServer> {
  const external = process.env.DATABASE_URL;
  if (external) {
    const template = await ensureTemplate(external);
    return { url: external, stop: () => dropTestDatabases(external, template) };
  }
  await sweepKilledRuns();
  count('database cluster');
  const folder = openToAll(join(tmpdir(), RUN_FOLDER));
  const server = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings: SETTINGS });
  await ensureTemplate(server.url);
  return { url: server.url, stop: () => discard(folder, server) };
}

let shared: { users: number; server: Promise<EmbeddedPostgres> } | null = null;

// Without a runner, test files share a server through one folder, and the last one stops it.
async function enterServer(): Promise<{ url: string; leave(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, leave: async () => {} };
  const folder = openToAll(join(tmpdir(), `quittance-test-${userInfo().uid}`));
  shared ??= { users: 0, server: startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings: SETTINGS }) };
  const mine = shared;
  mine.users += 1;
  const { url } = await mine.server;
  return {
    url,
    async leave() {
      mine.users -= 1;
      if (mine.users > 0) return;
      shared = null;
      await (await mine.server).stop();
    },
  };
}

/** Creates the template once for each content of the migrations, completely or not at all. Returns its name. */
async function ensureTemplate(serverUrl: string): Promise<string> {
  const files = await readMigrations(MIGRATIONS);
  const content = createHash('sha256').update(JSON.stringify(files.map(({ name, checksum }) => [name, checksum])));
  const template = `quittance_template_${content.digest('hex').slice(0, 16)}`;
  const isThere = async (admin: pg.Client) =>
    (await admin.query('select from pg_database where datname = $1', [template])).rowCount;
  return asAdmin(serverUrl, async (admin) => {
    if (await isThere(admin)) return template;
    // An advisory lock belongs to one database. All callers use the same one here.
    await admin.query('select pg_advisory_lock(hashtext($1))', [template]);
    if (await isThere(admin)) return template;
    const draft = `${template}_draft`;
    await admin.query(`drop database if exists ${draft} with (force)`);
    await admin.query(`create database ${draft}`);
    await migrate(onDatabase(serverUrl, draft), MIGRATIONS);
    // PostgreSQL cannot clone a template with open connections, not even autovacuum's.
    await admin.query(`alter database ${draft} with allow_connections false`);
    await admin.query(`alter database ${draft} rename to ${template}`);
    return template;
  });
}

async function dropTestDatabases(serverUrl: string, template: string): Promise<void> {
  await asAdmin(serverUrl, async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(
      `select datname from pg_database where datname like 'quittance\\_test\\_%'
         and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`,
    );
    for (const { datname } of rows) await admin.query(`drop database if exists ${datname}`);
    await admin.query(`drop database if exists ${template}`);
  });
}

async function sweepKilledRuns(): Promise<void> {
  for (const run of foldersOfKilledRuns()) {
    const folder = join(run, RUN_FOLDER);
    const server = existsSync(folder)
      ? await startEmbeddedPostgres({ dataDir: folder, log: () => {} }).catch(() => null)
      : null;
    if (server) await discard(folder, server);
    rmSync(run, { recursive: true, force: true });
  }
}

async function discard(folder: string, server: EmbeddedPostgres): Promise<void> {
  // Connections that a failed test left open would keep the server running.
  await asAdmin(server.url, (admin) =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> 'quittance lease'`,
    ),
  );
  await server.stop();
  const location = join(folder, 'postgres', 'location');
  if (existsSync(location)) rmSync(dirname(readFileSync(location, 'utf8').trim()), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

async function asAdmin<T>(url: string, act: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  admin.on('error', () => {});
  await admin.connect();
  try {
    return await act(admin);
  } finally {
    await admin.end();
  }
}

function onDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function openToAll(folder: string): string {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  return folder;
}

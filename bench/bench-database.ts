// Provides a durable PostgreSQL for a benchmark: the server of DATABASE_URL, or an embedded one in a temporary folder.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/io/db/embedded/start-embedded-postgres.ts';

export interface BenchDatabase {
  /** An empty database. The server's fsync setting is kept, so commits are durable. */
  readonly url: string;
  drop(): Promise<void>;
}

export async function benchDatabase(): Promise<BenchDatabase> {
  const external = process.env.DATABASE_URL;
  return external ? onServer(external) : ofItsOwn();
}

/** Runs one statement, or several without values, on a new connection. */
export async function runSql<Row>(url: string, text: string, values?: readonly unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(text, values as unknown[]);
    return rows as Row[];
  } finally {
    await client.end();
  }
}

async function onServer(serverUrl: string): Promise<BenchDatabase> {
  const name = `quittance_bench_${randomBytes(6).toString('hex')}`;
  await runSql(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await runSql(serverUrl, `drop database if exists ${name} with (force)`)),
  };
}

async function ofItsOwn(): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-bench-'));
  // PostgreSQL may have to run as another user.
  chmodSync(folder, 0o755);
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    log: () => {},
    settings: { shared_buffers: '512MB', max_connections: '200' },
  });
  return {
    url: server.url,
    async drop() {
      await server.stop();
      const location = join(folder, 'postgres', 'location');
      if (existsSync(location))
        rmSync(dirname(readFileSync(location, 'utf8').trim()), { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// PostgreSQL clusters that a test can stop, copy on disk, start as a standby, and promote.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { postgresBinaries } from '../../../src/io/db/embedded/postgres-binaries.ts';
import { postgresUser, weAreRoot } from '../../../src/io/db/embedded/system-user.ts';
import { until } from '../client.ts';
import { adopt } from '../run/child-sweep.ts';
import { count } from '../run/costs/costs.ts';
import { freePort } from '../run/free-port.ts';

export interface Cluster {
  /** The URL of the one server that runs at a time. */
  readonly url: string;
  /** Runs without crash safety, unless `settings` change that. */
  start(name: string, settings?: Readonly<Record<string, string>>): Promise<void>;
  /** SIGINT is a fast shutdown, SIGQUIT an immediate one, as in a crash. */
  stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Copies the files, like a snapshot of the volume. The server must be stopped. */
  copy(from: string, to: string, asStandby: boolean): void;
  promote(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Creates an empty cluster `primary` without starting it. All clusters share one port, so a failover needs no new URL.
 */
export async function makeCluster(): Promise<Cluster> {
  const user = weAreRoot() ? postgresUser() : null;
  const { initdb, postgres } = await postgresBinaries(user);
  const folder = mkdtempSync(join(tmpdir(), 'quittance-cluster-'));
  chmodSync(folder, 0o755);
  const home = join(folder, 'clusters');
  mkdirSync(home, { mode: 0o755 });
  if (user) chownSync(home, user.uid, user.gid);
  const place = (name: string) => join(home, name);
  const env = { LC_ALL: 'C', PATH: process.env.PATH ?? '' };
  const args = ['-D', place('primary'), '-U', 'quittance', '-A', 'trust', '--encoding=UTF8', '--locale=C'];
  const made = spawnSync(initdb, args, { ...user, cwd: home, env, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  const port = await freePort();
  const url = `postgres://quittance@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | null = null;
  const stop = async (signal: NodeJS.Signals) => {
    const running = server;
    server = null;
    if (running === null || running.exitCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await gone;
  };
  return {
    url,
    async start(name, more = {}) {
      const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', ...more };
      const flags = Object.entries({ ...settings, port: `${port}` }).flatMap(([key, value]) => [
        '-c',
        `${key}=${value}`,
      ]);
      server = spawn(postgres, ['-D', place(name), ...flags], { ...user, cwd: home, env, stdio: 'ignore' });
      adopt(server, 'postgres');
      count('database cluster');
      await until(() => asks(url, 'select 1').catch(() => null), 'the cluster to answer');
    },
    stop,
    copy(from, to, asStandby) {
      cpSync(place(from), place(to), { recursive: true });
      if (asStandby) appendFileSync(join(place(to), 'standby.signal'), '');
      if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, place(to)]);
      chmodSync(place(to), 0o700);
    },
    promote: async () => {
      await asks(url, 'select pg_promote()');
    },
    async remove() {
      await stop('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function asks(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

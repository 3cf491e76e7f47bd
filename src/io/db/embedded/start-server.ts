// Creates a cluster and starts its server in its own session, so that the server outlives this process.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartFault } from '../../start-fault.ts';
import { type ClusterHome, recordCluster } from './cluster-home.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { livingServer } from './server-process.ts';

export const DATABASE_USER = 'quittance';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  // For short statements on few cores, compilation and parallelism cost more than they gain.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // Otherwise every commit waits while the next 16 MB of log are filled with zeroes, about 50 ms on a plain disk.
  wal_init_zero: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
};

const ENVIRONMENT = { LC_ALL: 'C', PATH: process.env.PATH ?? '/usr/bin:/bin' };
const PORT_TRIES = 5;
const LOG_LIMIT_BYTES = 10_000_000;

export interface ServerStart {
  home: ClusterHome;
  binaries: PostgresBinaries;
  /** The required port, if other processes already use it. Null for any free port. */
  port: number | null;
  /** Additional settings of postgresql.conf, which override the built-in ones. */
  settings: Readonly<Record<string, string>>;
  log(message: string): void;
}

/** Creates the cluster atomically, in UTF-8 with byte-wise sorting and password authentication only. */
export function makeCluster(
  { cluster, parent, user, ...home }: ClusterHome,
  { initdb }: PostgresBinaries,
  password: string,
): void {
  const draft = `${cluster}.new`;
  const passwordFile = join(parent, 'password.new');
  try {
    rmSync(draft, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
    writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
    if (user) chownSync(passwordFile, user.uid, user.gid);
    const args = ['-D', draft, '-U', DATABASE_USER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const { status, stderr, error } = spawnSync(initdb, [...args, ...locale], {
      ...user,
      cwd: parent,
      env: ENVIRONMENT,
      encoding: 'utf8',
    });
    if (status !== 0) throw startFault(`cannot create its files in ${cluster}`, error?.message ?? stderr);
    renameSync(draft, cluster);
    recordCluster({ cluster, parent, user, ...home });
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Throws StartFault if another major version of PostgreSQL created the cluster. */
export function refuseOtherMajor({ cluster }: ClusterHome, { postgres }: PostgresBinaries): void {
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  const { stdout } = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
  const ours = /(\d+)\./.exec(stdout)?.[1];
  if (ours === made || ours === undefined) return;
  throw new StartFault(
    `The database in ${cluster} was made by PostgreSQL ${made} and the embedded one is ${ours}: ` +
      'back it up with the version of Quittance that made it, and restore it into a new DATA_DIR.',
  );
}

/** Starts the server and returns its port once it accepts connections, however long its recovery takes. */
export async function startServer(start: ServerStart): Promise<number> {
  for (let tried = 1; ; tried += 1) {
    const port = start.port ?? (await freePort());
    try {
      await startOn(port, start);
      return port;
    } catch (error) {
      const taken = error instanceof StartFault && /could not (bind|create any TCP)/.test(error.message);
      if (!taken || start.port !== null || tried === PORT_TRIES) throw error;
    }
  }
}

async function startOn(port: number, { home, binaries, settings, log }: ServerStart): Promise<void> {
  const logPath = join(home.folder, 'server.log');
  const said = openLog(logPath, home);
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      home.cluster,
      ...Object.entries({ port: String(port), ...SETTINGS, ...settings }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]),
    ],
    // In its own session, a Ctrl-C in our terminal does not reach the server. This process stops it in order.
    { ...home.user, cwd: home.cluster, env: ENVIRONMENT, detached: true, stdio: ['ignore', said.file, said.file] },
  );
  child.unref();
  closeSync(said.file);
  const failure = new Promise<Error>((resolve) => child.once('error', resolve));
  for (let waited = 0; ; waited += 1) {
    const server = livingServer(home.cluster);
    if (server?.pid === child.pid && server?.status === 'ready') return;
    const ended = hasEnded(child) ? '' : await Promise.race([delay(20), failure.then((error) => error.message)]);
    if (typeof ended === 'string')
      throw startFault(`does not start (its log is ${logPath})`, ended || readFrom(logPath, said.offset));
    if (waited > 0 && waited % 500 === 0) log('PostgreSQL is still starting; after a crash it first replays its log');
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function openLog(path: string, { user }: ClusterHome): { file: number; offset: number } {
  if (existsSync(path) && statSync(path).size > LOG_LIMIT_BYTES) renameSync(path, `${path}.old`);
  const file = openSync(path, 'a', 0o600);
  if (user) chownSync(path, user.uid, user.gid);
  return { file, offset: fstatSync(file).size };
}

function readFrom(path: string, offset: number): string {
  const file = openSync(path, 'r');
  const text = Buffer.alloc(20_000);
  const length = readSync(file, text, 0, text.length, offset);
  closeSync(file);
  return text.toString('utf8', 0, length);
}

// Uses the line of PostgreSQL's output that names the cause.
function startFault(what: string, said: string): StartFault {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const cause = lines.find((line) => /FATAL|PANIC|error:|could not/.test(line)) ?? lines.at(-1) ?? 'it printed nothing';
  const remedy = /No space left|wrote only|could not extend/.test(said)
    ? 'Free some space'
    : /Permission denied|Read-only/.test(said)
      ? 'Make its folder writable'
      : 'Fix that';
  return new StartFault(
    `The embedded PostgreSQL ${what}: ${cause.trim().replace(/\.$/, '')}. ${remedy}, or set DATABASE_URL.`,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

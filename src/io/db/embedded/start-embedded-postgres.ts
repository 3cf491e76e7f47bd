// The embedded database: one PostgreSQL server per DATA_DIR, shared by every process that uses that folder.
import { chownSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartFault } from '../../start-fault.ts';
import { rememberServer } from './abandon-servers.ts';
import { clusterHome, clusterPassword, openFolder } from './cluster-home.ts';
import { withExclusiveLock } from './exclusive-lock.ts';
import { type Lease, othersRemain, signIn } from './lease.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { clearRemains, livingServer, serverGone, signal } from './server-process.ts';
import { DATABASE_USER, makeCluster, refuseOtherMajor, startServer } from './start-server.ts';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log(message: string): void;
  /** Additional settings of postgresql.conf for a server that this call starts. Used only by tests. */
  settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** Valid while this process lives: a server that dies is restarted on the same port. */
  url: string;
  /** Leaves the server. The last process to leave stops it. Close every other connection first. */
  stop(): Promise<void>;
}

const STOP_PATIENCE_MILLIS = 30_000;
const LONGEST_PAUSE_MILLIS = 5_000;
const DEATH_PATIENCE_MILLIS = 1_000;

/**
 * Starts the server of `dataDir` and creates its files if needed. Joins a running server of another process, or one
 * that a killed process left behind. Throws StartFault with a remedy if this fails.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32')
    throw new StartFault('The embedded PostgreSQL does not run on Windows: set DATABASE_URL.');
  const folder = openFolder(options.dataDir);
  const lock = join(folder, 'lock');
  let leaving = false;

  const joinAt = async (port: number | null): Promise<Lease> => {
    const joined = await joinServer(folder, port, options);
    joined.onLost(() => void rejoin(joined));
    return joined;
  };

  const rejoin = async (lost: Lease): Promise<void> => {
    let back = false;
    for (let pause = 100; !back && !leaving; pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 2)) {
      options.log('the embedded PostgreSQL has stopped; starting it again');
      try {
        await withExclusiveLock(lock, async () => {
          if (!leaving) lease = await joinAt(lost.port);
        });
        back = true;
      } catch (error) {
        options.log((error as Error).message);
        await delay(pause, undefined, { ref: false });
      }
    }
  };

  const forget = rememberServer(clusterHome(folder).cluster);
  let lease = await withExclusiveLock(lock, () => joinAt(null));
  return {
    url: lease.url,
    async stop() {
      leaving = true;
      await withExclusiveLock(lock, async () => {
        await lease.leave();
        if (!(await othersRemain(lease))) await stopServer(lease.cluster, options.log);
      });
      forget();
    },
  };
}

async function joinServer(folder: string, wantedPort: number | null, options: EmbeddedPostgresOptions): Promise<Lease> {
  const { log, settings = {} } = options;
  const home = clusterHome(folder);
  if (home.user) chownSync(join(folder, 'lock'), home.user.uid, home.user.gid);
  const password = clusterPassword(home);
  const { cluster } = home;
  let port = await portOfLiving(cluster, log);
  if (port === null) {
    await clearRemains(cluster);
    const binaries = await postgresBinaries(home.user);
    if (!existsSync(cluster)) {
      log(`creating the database files in ${cluster}`);
      makeCluster(home, binaries, password);
    }
    refuseOtherMajor(home, binaries);
    port = await startServer({ home, binaries, port: wantedPort, settings, log });
  } else if (wantedPort !== null && wantedPort !== port) {
    throw new StartFault(
      `The embedded PostgreSQL came back on port ${port} instead of ${wantedPort}: start this process again.`,
    );
  }
  try {
    return await signIn({ cluster, port, user: DATABASE_USER, password });
  } catch (error) {
    // The server may have been killed just before. In that case, start a new one.
    if (!(await serverGoes(cluster))) throw error;
    return joinServer(folder, wantedPort, options);
  }
}

/** Whether a server that did not answer is about to end. A killed process takes a moment to disappear. */
async function serverGoes(cluster: string): Promise<boolean> {
  const server = livingServer(cluster);
  return server === null || serverGone(server.pid, cluster, DEATH_PATIENCE_MILLIS);
}

/** Returns the port of the cluster's server once it is ready. Null if there is none, or if it has ended meanwhile. */
async function portOfLiving(cluster: string, log: (message: string) => void): Promise<number | null> {
  for (let waited = 1; ; waited += 1) {
    const server = livingServer(cluster);
    if (server === null) return null;
    if (server.status === 'ready') return server.port;
    if (waited % 500 === 0)
      log(`waiting for the PostgreSQL that already runs (process ${server.pid}, ${server.status || 'just started'})`);
    await delay(20);
  }
}

async function stopServer(cluster: string, log: (message: string) => void): Promise<void> {
  const server = livingServer(cluster);
  if (!server) return;
  // PostgreSQL's "fast" shutdown ends every connection, writes all data and exits.
  signal(server.pid, 'SIGINT');
  if (!(await serverGone(server.pid, cluster, STOP_PATIENCE_MILLIS)))
    log('the embedded PostgreSQL is still writing and will stop by itself');
}

// Announces to every process on a database that this process is alive. It holds a lock on a dedicated connection, and
// PostgreSQL releases the lock as soon as the process is gone.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export interface PresenceOptions {
  readonly url: string;
  readonly applicationName: string;
  /** Called with the reason when the connection is lost. It reconnects by itself. */
  onError(error: Error): void;
}

export interface Presence {
  /** Ends the presence at once, for all other processes. */
  leave(): Promise<void>;
}

/** Another statement checks the presence by taking this lock in shared mode. */
const HELD = 'select pg_advisory_lock(hashtextextended($1, 0))';
/**
 * Keepalive settings of the server (https://www.postgresql.org/docs/current/runtime-config-connection.html), which
 * detects a vanished machine after 5 seconds. A wait for the lock means that an earlier connection of this process has
 * not ended yet.
 */
const SETTINGS = `set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3;
  set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0`;
// A connection can be dead without this end noticing, so it is tested.
const HEARTBEAT_MILLIS = 5_000;
const ANSWER_TIMEOUT_MILLIS = 5_000;
const STILL_THERE = { text: 'select 1', query_timeout: ANSWER_TIMEOUT_MILLIS };
const FIRST_PAUSE_MILLIS = 50;
const LONGEST_PAUSE_MILLIS = 2_000;

/**
 * Resolves after the first attempt, even if it failed, and keeps trying. While the connection is lost, other processes
 * may consider this one dead. Presence may therefore decide which process does the work, but never which one may write.
 */
export async function keepPresence(options: PresenceOptions, name: string): Promise<Presence> {
  const leaving = new AbortController();
  const tried = Promise.withResolvers<void>();
  const kept = keepAttending(options, name, { signal: leaving.signal, onTried: tried.resolve });
  await tried.promise;
  return {
    async leave() {
      leaving.abort();
      await kept;
    },
  };
}

interface Attending {
  readonly signal: AbortSignal;
  /** Called after each attempt, successful or not. */
  onTried(): void;
}

async function keepAttending(options: PresenceOptions, name: string, { signal, onTried }: Attending): Promise<void> {
  let failures = 0;
  const isThere = () => {
    failures = 0;
    onTried();
  };
  while (!signal.aborted) {
    try {
      await attend(options, name, { signal, onTried: isThere });
    } catch (error) {
      if (signal.aborted) return;
      options.onError(error as Error);
      onTried();
      const pause = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS * 2 ** failures);
      failures += 1;
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Resolves when asked to leave, and throws if the connection is lost. */
function attend({ url, applicationName }: PresenceOptions, name: string, attending: Attending): Promise<void> {
  const { signal, onTried } = attending;
  const { promise: over, resolve, reject } = Promise.withResolvers<void>();
  const client = new pg.Client({
    connectionString: url,
    application_name: `${applicationName} presence`,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MILLIS,
    keepAlive: true,
    keepAliveInitialDelayMillis: HEARTBEAT_MILLIS,
  });
  client.on('error', reject);
  client.on('end', () => reject(new Error('The connection ended.')));
  const leave = () => resolve();
  signal.addEventListener('abort', leave, { once: true });
  let heartbeat: NodeJS.Timeout | undefined;
  const begin = async () => {
    await client.connect();
    await client.query(SETTINGS);
    await client.query(HELD, [name]);
    if (signal.aborted) return;
    onTried();
    heartbeat = setInterval(() => {
      client.query(STILL_THERE).catch(reject);
    }, HEARTBEAT_MILLIS).unref();
  };
  begin().catch(reject);
  return over.finally(() => {
    clearInterval(heartbeat);
    signal.removeEventListener('abort', leave);
    client.end().catch(() => {});
  });
}

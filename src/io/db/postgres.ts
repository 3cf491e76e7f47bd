// Implements the Database interface on PostgreSQL: a pool of connections, prepared statements, and classified errors.
import { setTimeout as delay } from 'node:timers/promises';
import pg, { type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import { Overload } from '../../core/problem.ts';
import { semaphore } from '../semaphore.ts';
import type { Database, PoolUse, Queryable } from './database.ts';
import { asStartFault } from './first-connection-fault.ts';
import { openNotifications } from './notifications.ts';
import { keepPresence } from './presence.ts';
import { requireSupportedServer } from './server-version.ts';
import { asFault, breaksConnection, DatabaseAway, isWorthAnotherTry } from './sql-fault.ts';

export interface PostgresOptions {
  /** postgres://user:password@host:port/database, with libpq's parameters (sslmode, …). */
  url: string;
  /** Connections are opened as needed. Five more serve statements by key, and two serve public reads. */
  maxConnections: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Called when an idle connection is lost. The pool replaces it. */
  onError(error: Error): void;
}

const TRIES = 3;
/** A process that freezes between BEGIN and COMMIT must not keep its row locks forever. */
const NO_FROZEN_TRANSACTION = `set idle_in_transaction_session_timeout = '60s'`;
/**
 * Disables partition pruning at run time. A statement in PostgreSQL 18 that locks rows can otherwise crash the whole
 * server, by a freed pointer, if a row changed since the statement started. Seen with 18.4 in
 * perform_pruning_base_step, under `npm run deliveries`. A table has about ten partitions, each with its own index.
 */
const NO_PRUNING = 'set enable_partition_pruning = off';
/**
 * Uses one generic plan that follows keys, even if it was made while the tables were empty and sequential scans looked
 * cheap (https://www.postgresql.org/docs/current/runtime-config-query.html). JIT is off because before PostgreSQL 18
 * the penalty for a disabled plan type raises the cost above the JIT threshold.
 */
const BY_KEY = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off;
  set enable_mergejoin = off; set jit = off`;
/** Each statement by key runs once at a time, for all calls that wait for it. */
const KEY_CONNECTIONS = 5;
/**
 * Public reads share the database's processors with all other statements, so they get few connections. At 500 requests
 * per second, four connections answered no more requests than two, and merchants' requests took twice as long (`npm run
 * bench -- abuse`, two cores).
 */
const PUBLIC_CONNECTIONS = 2;
/** About half a second of work. Later callers are rejected, because they can retry. */
const LONGEST_PUBLIC_QUEUE = 500;
const CONNECT_TIMEOUT_MILLIS = 5_000;
// A connection never answers if its peer has vanished, and no statement of the service takes this long.
const ANSWER_TIMEOUT_MILLIS = 30_000;
const MAX_PREPARED = 1_000;

/**
 * Connects and checks the server. Throws StartFault if the address, the credentials or the server's version is wrong,
 * and DatabaseAway if the server cannot be reached, which may be temporary. Later, every query throws DatabaseAway
 * while the database cannot serve. Statements that lose a deadlock or a serialization conflict are retried, for at most
 * three attempts.
 */
export async function connectPostgres(options: PostgresOptions): Promise<Database> {
  const always = `${NO_FROZEN_TRANSACTION}; ${NO_PRUNING}`;
  // No statement of the service runs long enough to gain from JIT compilation.
  const pool = openPool(options, `${always}; set jit = off`);
  const byKey = `${always}; ${BY_KEY}`;
  const keyPool = openPool({ ...options, maxConnections: KEY_CONNECTIONS }, byKey);
  const publicPool = openPool({ ...options, maxConnections: PUBLIC_CONNECTIONS }, byKey);
  const notifications = openNotifications(options);
  const close = async () => {
    await Promise.all([notifications.close(), pool.end(), keyPool.end(), publicPool.end()]);
  };
  const over = (some: pg.Pool, named = nameOf): Queryable => ({
    query: <Row>(text: string, values?: readonly unknown[]) =>
      withRetries(() => onConnection(some, (client) => run<Row>(client, text, values, named))),
  });
  const { query } = over(pool);
  const publicReads = inTurn(over(publicPool));
  try {
    await requireSupportedServer({ query });
  } catch (error) {
    await close();
    throw asStartFault(error);
  }
  return {
    query,
    byKey: over(keyPool),
    byValue: over(pool, unnamed),
    publicReads: publicReads.queryable,
    atomically: (act) => withRetries(() => onConnection(pool, (client) => inTransaction(client, act))),
    listen: notifications.listen,
    pools: () => [
      useOf('queries', pool, options.maxConnections),
      useOf('by_key', keyPool, KEY_CONNECTIONS),
      { ...useOf('public_reads', publicPool, PUBLIC_CONNECTIONS), waiting: publicReads.waiting() },
    ],
    attend: (name) => keepPresence(options, name),
    close,
  };
}

function useOf(name: PoolUse['pool'], pool: pg.Pool, most: number): PoolUse {
  return { pool: name, used: pool.totalCount - pool.idleCount, most, waiting: pool.waitingCount };
}

/** Runs as many queries as there are connections. A limited number of others wait, and the rest are rejected. */
function inTurn({ query }: Queryable): { readonly queryable: Queryable; waiting(): number } {
  const full = () => new Overload('Too many concurrent reads.', 1);
  const turn = semaphore(PUBLIC_CONNECTIONS, { longest: LONGEST_PUBLIC_QUEUE, full });
  let asked = 0;
  const counted = async <Row>(text: string, values?: readonly unknown[]) => {
    asked += 1;
    try {
      return await turn(() => query<Row>(text, values));
    } finally {
      asked -= 1;
    }
  };
  return { queryable: { query: counted }, waiting: () => Math.max(0, asked - PUBLIC_CONNECTIONS) };
}

function openPool({ url, maxConnections, applicationName, onError }: PostgresOptions, settings: string): pg.Pool {
  let pool: pg.Pool;
  try {
    pool = new pg.Pool({
      connectionString: url,
      max: maxConnections,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MILLIS,
      query_timeout: ANSWER_TIMEOUT_MILLIS,
      idleTimeoutMillis: 0,
      maxLifetimeSeconds: 3_600,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      types: { getTypeParser: typeParser },
      onConnect: async (client) => {
        await client.query(settings);
      },
    });
  } catch (error) {
    throw asStartFault(error);
  }
  // Without a listener, a checked-out client would end the process when its socket breaks. The query itself reports the
  // error.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => onError(error));
  return pool;
}

// numeric and bigint remain exact strings, as the driver returns them. The driver would convert their arrays and dates.
function typeParser(oid: number, format?: 'text' | 'binary') {
  const exact = EXACT_AS_TEXT.get(oid) ?? oid;
  return pg.types.getTypeParser(exact, format as 'text');
}

// pg_type oids: numeric[] is read as text[]. date and date[] are read as text, because a day is not an instant.
const EXACT_AS_TEXT = new Map([
  [1231, 1009],
  [1082, 25],
  [1182, 1009],
]);

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isWorthAnotherTry(error)) throw asFault(error);
      if (tried === TRIES) throw new DatabaseAway('The database is too contended for this now.', { cause: error });
      await delay(Math.random() * 20 * tried);
    }
  }
}

async function onConnection<T>(pool: pg.Pool, act: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    return await act(client);
  } catch (error) {
    // A client remains usable after a statement that merely failed, but pool.query would discard it.
    broken = breaksConnection(error) || client.getTransactionStatus() !== 'I';
    throw error;
  } finally {
    client.release(broken);
  }
}

async function inTransaction<T>(client: PoolClient, act: (trx: Queryable) => Promise<T>): Promise<T> {
  await client.query('begin isolation level read committed');
  let done: T;
  try {
    done = await act({ query: <Row>(text: string, values?: readonly unknown[]) => run<Row>(client, text, values) });
  } catch (error) {
    // If the rollback fails, the client is still in the transaction and is discarded.
    if (!breaksConnection(error)) await client.query('rollback').catch(() => {});
    throw error;
  }
  const { command } = await client.query('commit');
  if (command !== 'COMMIT')
    throw new Error('A statement failed, its error was swallowed, and so nothing was committed.');
  return done;
}

async function run<Row>(
  client: PoolClient,
  text: string,
  values: readonly unknown[] | undefined,
  named: (text: string) => string | undefined = nameOf,
): Promise<Row[]> {
  const result: QueryResult<QueryResultRow> = await client.query({
    name: named(text),
    text,
    values: values as unknown[],
  });
  return result.rows as Row[];
}

const unnamed = () => undefined;

const names = new Map<string, string>();

// Texts are constants, so there are few names. If some text varies, statements beyond the limit are sent without a
// name, because every name costs memory on every connection.
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_PREPARED) {
    name = `q${names.size}`;
    names.set(text, name);
  }
  return name;
}

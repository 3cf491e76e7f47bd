// PostgreSQL behind the Database interface: a pool of connections, statements prepared once, faults told apart.
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
  /** postgres://user:password@host:port/database, with the parameters libpq knows (sslmode, …). */
  url: string;
  /** Opened as they are needed; so are five more for statements by key, and four for those of strangers. */
  maxConnections: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Hears of connections lost while nobody used them; the pool replaces them by itself. */
  onError(error: Error): void;
}

const TRIES = 3;
/** A process that freezes between BEGIN and COMMIT must not hold its row locks for ever. */
const NO_FROZEN_TRANSACTION = `set idle_in_transaction_session_timeout = '60s'`;
/**
 * No part of a table is left out while a statement runs: in PostgreSQL 18 a statement that locks rows, and finds one
 * changed since it began, may then follow a pointer into freed memory, and the whole server goes down. Seen with 18.4
 * in perform_pruning_base_step, under `npm run deliveries`. A table has some ten parts, each with its index.
 */
const NO_PRUNING = 'set enable_partition_pruning = off';
/**
 * One plan for all values, which goes from key to key even if it was made while the tables were empty and reading all
 * of them looked cheap (https://www.postgresql.org/docs/current/runtime-config-query.html). Before PostgreSQL 18 what
 * is switched off and yet needed looks so dear that it would be compiled.
 */
const BY_KEY = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off;
  set enable_mergejoin = off; set jit = off`;
/** Each statement by key runs once at a time, for all who wait for it. */
const KEY_CONNECTIONS = 5;
/**
 * Few, since what runs on them shares the database's processors with all the rest. Of 500 requests a second four
 * answered no more than two do, and a merchant's took twice as long meanwhile (`npm run bench -- abuse`, two cores).
 */
const PUBLIC_CONNECTIONS = 2;
/** About what these answer within half a second: later than that, nobody waits who can come back. */
const LONGEST_PUBLIC_QUEUE = 500;
const CONNECT_TIMEOUT_MILLIS = 5_000;
// A connection whose other end vanished without a word answers nothing; no statement of ours takes this long.
const ANSWER_TIMEOUT_MILLIS = 30_000;
const MAX_PREPARED = 1_000;

/**
 * Connects and checks the server. Throws StartFault when the address, the sign-in or the server's version is wrong, and
 * DatabaseAway when the server cannot be reached, which may pass. Afterwards every query throws DatabaseAway while the
 * database cannot serve. Statements that lose a deadlock or a serialization conflict run again, three times in all.
 */
export async function connectPostgres(options: PostgresOptions): Promise<Database> {
  const always = `${NO_FROZEN_TRANSACTION}; ${NO_PRUNING}`;
  // No statement of ours runs long enough for its compilation to pay.
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

/** As many at once as there are connections; so many more wait, and the rest is refused. */
function inTurn({ query }: Queryable): { readonly queryable: Queryable; waiting(): number } {
  const full = () => new Overload('Too many read at once.', 1);
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
  // A checked-out client without a listener would end the process when its socket breaks; the query itself reports it.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => onError(error));
  return pool;
}

// numeric and bigint stay exact strings, as the driver leaves them; their arrays and dates it would bend.
function typeParser(oid: number, format?: 'text' | 'binary') {
  const exact = EXACT_AS_TEXT.get(oid) ?? oid;
  return pg.types.getTypeParser(exact, format as 'text');
}

// pg_type oids: numeric[] read as text[]; date and date[] read as text, since a day is not an instant.
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
    // After a merely refused statement the client is as good as before; pool.query would throw it away.
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
    // A rollback that fails leaves its client inside the transaction, and such a client is not kept.
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

// Texts are constants, so the names are few; should some text vary after all, the surplus is sent without a name,
// for every name costs memory on every connection.
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_PREPARED) {
    name = `q${names.size}`;
    names.set(text, name);
  }
  return name;
}

// A persistent connection that marks a process as a user of the server, and detects at once when the server dies.

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartFault } from '../../start-fault.ts';

export interface ServerAddress {
  cluster: string;
  port: number;
  user: string;
  password: string;
}

export interface Lease extends ServerAddress {
  /** The URL of the service's database. */
  url: string;
  /** The id of the server process behind this connection. */
  backend: number;
  onLost(act: () => void): void;
  leave(): Promise<void>;
}

const DATABASE = 'quittance';
const LEASE_NAME = 'quittance lease';
// One minute, for a server that replays its log after a crash.
const SIGN_IN_TRIES = 2_400;
const OTHERS_LEAVE_TRIES = 40;
const STEP_MILLIS = 25;
// PostgreSQL's error codes for a wrong password, a server that is starting or stopping, and an existing database.
const INVALID_PASSWORD = '28P01';
const CANNOT_CONNECT_NOW = '57P03';
const DUPLICATE_DATABASE = '42P04';

/**
 * Connects, creates the service's database if it is missing, and keeps the connection. It does not keep the process
 * alive.
 */
export async function signIn(address: ServerAddress): Promise<Lease> {
  // The driver's types omit ref and unref.
  const client = (await connect(address, LEASE_NAME, SIGN_IN_TRIES)) as pg.Client & Record<'ref' | 'unref', () => void>;
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (!rowCount) await client.query(`create database ${DATABASE}`).catch(exceptWhen(DUPLICATE_DATABASE));
  const gone = Promise.withResolvers<void>();
  let left = false;
  client.once('end', () => gone.resolve());
  const { rows } = await client.query<{ backend: number }>('select pg_backend_pid() as backend');
  client.unref();
  return {
    ...address,
    backend: rows[0]!.backend,
    url: `postgres://${address.user}:${address.password}@127.0.0.1:${address.port}/${DATABASE}`,
    onLost: (act) => void gone.promise.then(() => left || act()),
    async leave() {
      left = true;
      client.ref();
      await client.end();
    },
  };
}

/**
 * Whether other clients are still connected. Leases of other processes count at once. Other connections get a second to
 * end, because a closed one takes a moment to disappear. Returns false if the server does not answer.
 */
export async function othersRemain(lease: Lease): Promise<boolean> {
  let client: pg.Client;
  try {
    client = await connect(lease, 'quittance leaving', 1);
  } catch {
    return false;
  }
  try {
    for (let tried = 0; tried < OTHERS_LEAVE_TRIES; tried += 1) {
      const { rows } = await client.query<{ leased: boolean | null }>(OTHERS, [lease.backend, LEASE_NAME]);
      const leased = rows[0]?.leased ?? null;
      if (leased !== false) return leased === true;
      await delay(STEP_MILLIS);
    }
    return true;
  } finally {
    await client.end();
  }
}

// Null if there is no other client, otherwise whether one of them holds a lease.
const OTHERS = `
  select bool_or(application_name = $2) as leased from pg_stat_activity
  where backend_type = 'client backend' and pid not in (pg_backend_pid(), $1)`;

async function connect(
  { port, user, password, cluster }: ServerAddress,
  applicationName: string,
  tries: number,
): Promise<pg.Client> {
  for (let tried = 1; ; tried += 1) {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user,
      password,
      database: 'postgres',
      application_name: applicationName,
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => {});
    try {
      return await client.connect();
    } catch (error) {
      const { code, message } = error as pg.DatabaseError;
      if (code === INVALID_PASSWORD) {
        throw new StartFault(
          `The PostgreSQL that runs on ${cluster} rejects the stored password: restore its file from a backup.`,
        );
      }
      if (code !== CANNOT_CONNECT_NOW || tried === tries) {
        throw new StartFault(
          `The PostgreSQL that runs on ${cluster} does not answer (${message}): end it and start again.`,
          { cause: error },
        );
      }
      await delay(STEP_MILLIS);
    }
  }
}

function exceptWhen(code: string): (error: unknown) => void {
  return (error) => {
    if ((error as pg.DatabaseError).code !== code) throw error;
  };
}

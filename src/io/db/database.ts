// The interface to PostgreSQL: plain SQL with prepared statements, and atomic transactions.
import type { Presence } from './presence.ts';
import type { RowGuard } from './sealed/row-guard.ts';

export interface Queryable {
  /**
   * Runs one statement and returns its rows. `text` must be a constant, because each distinct text is prepared once per
   * connection. numeric and bigint columns (and their arrays) are returned as exact strings, timestamptz as Date, date
   * and uuid as string, bytea as Buffer, and jsonb parsed. Values may be bigint.
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Signs and verifies sealed rows. Absent if the connection was opened without the instance's key. */
  readonly guard?: RowGuard;
}

/** The current use of a connection pool. */
export interface PoolUse {
  /** The purpose of the pool. */
  readonly pool: 'queries' | 'by_key' | 'public_reads';
  /** The number of busy connections, and the maximum. */
  readonly used: number;
  readonly most: number;
  /** The number of statements that wait for a connection. */
  readonly waiting: number;
}

export interface Database extends Queryable {
  /**
   * For frequent statements that find their rows by key, for any values. They are planned once per connection, on a few
   * dedicated connections. Otherwise PostgreSQL would replan such a statement as long as its tables grow.
   */
  readonly byKey: Queryable;
  /**
   * For statements with variable text, such as lists with filters. They are not prepared, and are planned each time for
   * their values.
   */
  readonly byValue: Queryable;
  /**
   * For reads by anonymous callers, planned like `byKey`, on a few dedicated connections. Throws Overload if the queue
   * is full. Any number of anonymous callers thus cannot delay other callers.
   */
  readonly publicReads: Queryable;
  /**
   * Runs `act` in one database transaction (READ COMMITTED), and rolls back if it throws. `act` must not wait for the
   * network.
   */
  atomically<T>(act: (trx: Queryable) => Promise<T>): Promise<T>;
  /**
   * Listens for NOTIFY on a channel over a dedicated connection, which reconnects as needed. Calls `onGap` if messages
   * may have been missed. Returns a function that stops listening.
   */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<() => Promise<void>>;
  /** Returns the current use of the pools, without a query. */
  pools(): readonly PoolUse[];
  /**
   * Announces to other processes that this process is alive, under a unique name, until it leaves or dies. It holds the
   * advisory lock `hashtextextended(name, 0)`, so a session that gets this lock in shared mode knows that the process
   * is gone. Reconnects as needed. Resolves after the first attempt.
   */
  attend(name: string): Promise<Presence>;
  close(): Promise<void>;
}

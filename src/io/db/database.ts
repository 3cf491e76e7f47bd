// The one way to PostgreSQL: plain SQL, prepared once, and commits that either happen or do not.
import type { Presence } from './presence.ts';
import type { RowGuard } from './sealed/row-guard.ts';

export interface Queryable {
  /**
   * Runs one statement and answers its rows. `text` must be a constant: each distinct text is prepared once per
   * connection. numeric and bigint columns (and their arrays) arrive as exact strings, timestamptz as Date, date and
   * uuid as string, bytea as Buffer, jsonb parsed. bigint values may be passed as they are.
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Signs and checks sealed rows; absent where the connection was opened without the key of the instance. */
  readonly guard?: RowGuard;
}

/** How a pool of connections is used right now. */
export interface PoolUse {
  /** What its connections are for. */
  readonly pool: 'queries' | 'by_key' | 'public_reads';
  /** Connections that are busy, and how many there may be at most. */
  readonly used: number;
  readonly most: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}

export interface Database extends Queryable {
  /**
   * The same for a statement that runs often and finds its rows by their keys, whatever its values: planned once on
   * each of a few connections of its own. Left to itself, PostgreSQL plans such a statement anew for as long as its
   * tables grow.
   */
  readonly byKey: Queryable;
  /**
   * The same for a statement whose text depends on what is asked for, as a list's does on its filters: it is not kept,
   * and planned each time for the values it comes with.
   */
  readonly byValue: Queryable;
  /**
   * For what anybody may read without saying who they are: planned as `byKey`, on a few connections of its own. Who
   * finds its queue full is refused with Overload. However many strangers ask, they wait for each other only.
   */
  readonly publicReads: Queryable;
  /**
   * Runs `act` in one database transaction (READ COMMITTED): all of it, or, when it throws, none of it. Nothing in it
   * may wait for a network.
   */
  atomically<T>(act: (trx: Queryable) => Promise<T>): Promise<T>;
  /**
   * Hears NOTIFY on a channel over a connection of its own, reconnecting as needed; `onGap` says that messages may have
   * been missed.
   */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<() => Promise<void>>;
  /** Asks nobody. */
  pools(): readonly PoolUse[];
  /**
   * Lets others see that this process is there, under a name of its own, until it leaves or ends, however it ends. It
   * holds the advisory lock `hashtextextended(name, 0)`, so whoever gets that shared knows that nobody is. Reconnects
   * as needed, and answers after the first attempt.
   */
  attend(name: string): Promise<Presence>;
  close(): Promise<void>;
}

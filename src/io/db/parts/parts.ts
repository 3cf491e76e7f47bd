// Manages the partitions of tables that are partitioned by the time in their ids (UUIDv7): lists, adds and drops them.
import { firstIdAt, timeOfId, type Week } from '../../../core/time/weeks.ts';
import type { Database, Queryable } from '../database.ts';

/** A statement that waits for a table lock blocks all later ones, so it gives up soon and is retried later. */
const patience = `set local lock_timeout = '300ms'`;

/** Returns the partitions of the table, the oldest first, and last the default partition. */
export async function listParts(db: Queryable, table: string): Promise<Week[]> {
  const rows = await db.query<{ name: string; since: string | null; until: string | null }>(
    `select c.relname as name, b.parts[1] as since, b.parts[2] as until
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     cross join lateral (select regexp_match(pg_get_expr(c.relpartbound, c.oid),
       'FROM \\((?:MINVALUE|''([0-9a-f-]{36})'')\\) TO \\(''([0-9a-f-]{36})''\\)') as parts) b
     where i.inhparent = $1::regclass order by until nulls last`,
    [table],
  );
  const moment = (id: string | null) => (id === null ? null : timeOfId(id));
  return rows.map(({ name, since, until }) => ({ name, from: moment(since), until: moment(until) }));
}

export interface NewPart {
  readonly table: string;
  /** The key column. */
  readonly column: string;
  readonly from: Date;
  readonly until: Date;
  /** A constraint within each partition, such as `unique (a, b)`. */
  readonly constraint: string;
  /** In percent. The rest of each page is reserved for row updates. */
  readonly fillfactor: number;
}

/**
 * Adds a partition while other sessions read and write the table, and moves its rows out of the default partition.
 * Rejects with SQLSTATE 55P03 if another session locks the default partition for too long. If a row is inserted into it
 * meanwhile, the caller should retry.
 */
export async function addPart(trx: Queryable, part: NewPart): Promise<void> {
  const { table, column, from, until, constraint, fillfactor } = part;
  const name = `${table}_${from.toISOString().slice(0, 10).replaceAll('-', '_')}`;
  const [first, bound] = [firstIdAt(from), firstIdAt(until)];
  await trx.query(patience);
  await trx.query(
    `create table ${name} (like ${table} including all, ${constraint}) with (fillfactor = ${fillfactor})`,
  );
  await trx.query(
    `with moved as (delete from ${table}_default where ${column} >= $1 and ${column} < $2 returning *)
     insert into ${name} select * from moved`,
    [first, bound],
  );
  await trx.query(`alter table ${table} attach partition ${name} for values from ('${first}') to ('${bound}')`);
}

/** Drops a partition with all its rows. Rejects with SQLSTATE 55P03 if another session locks the table for too long. */
export async function dropPart(trx: Queryable, name: string): Promise<void> {
  await trx.query(patience);
  await trx.query(`drop table if exists ${quoted(name)}`);
}

/**
 * Runs `act` in one transaction. Returns null without running it if another process is adding or dropping partitions.
 */
export function alone<T>(db: Database, act: (trx: Queryable) => Promise<T>): Promise<T | null> {
  return db.atomically(async (trx) => {
    const [lock] = await trx.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('quittance weeks', 0)) as mine`,
    );
    return lock?.mine === true ? act(trx) : null;
  });
}

/** Whether the statement failed on a lock held elsewhere, so that it can be retried later. */
export function isHeld(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === '55P03';
}

/** Quotes an identifier from the database's catalog. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

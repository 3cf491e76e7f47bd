// Tables that are kept in parts by the time in their ids (UUIDv7): which parts there are, one more, and one less.
import { firstIdAt, timeOfId, type Week } from '../../../core/time/weeks.ts';
import type { Database, Queryable } from '../database.ts';

/** Who waits for a table's lock makes everybody wait behind it: it gives up soon, and asks again another time. */
const patience = `set local lock_timeout = '300ms'`;

/** The parts of the table, the oldest first, and last the one for all rows that no other takes. */
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
  /** Of its key. */
  readonly column: string;
  readonly from: Date;
  readonly until: Date;
  /** What each part says of its own rows alone, such as `unique (a, b)`. */
  readonly constraint: string;
  /** In per cent; the rest of each page is left to rows that change. */
  readonly fillfactor: number;
}

/**
 * Makes a part beside everybody who reads and writes the table, and moves the rows there that had none. Rejects with
 * SQLSTATE 55P03 where somebody holds the default part for too long; where a row came there meanwhile, it is worth
 * another try.
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

/** Drops a part with all its rows. Rejects with SQLSTATE 55P03 where somebody uses the table for too long. */
export async function dropPart(trx: Queryable, name: string): Promise<void> {
  await trx.query(patience);
  await trx.query(`drop table if exists ${quoted(name)}`);
}

/** One commit; nothing, and null, where another process makes or drops parts right now. */
export function alone<T>(db: Database, act: (trx: Queryable) => Promise<T>): Promise<T | null> {
  return db.atomically(async (trx) => {
    const [lock] = await trx.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('quittance weeks', 0)) as mine`,
    );
    return lock?.mine === true ? act(trx) : null;
  });
}

/** Whether somebody else had what a statement asked for, so that it may be asked again later. */
export function isHeld(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === '55P03';
}

/** A name for a statement, from the database's own list. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

// Copies all rows inside the database, and restores them after each change.
import type { Database } from '../../../src/io/db/database.ts';
import { until } from '../client.ts';

/** A column as described by PostgreSQL's catalog. */
export interface Column {
  readonly table: string;
  readonly name: string;
  /** In the format of format_type, such as `numeric(40,0)` or `text[]`. */
  readonly type: string;
  readonly isNullable: boolean;
}

/** All columns of all tables, except partitions of partitioned tables. */
export async function listColumns(db: Database): Promise<Column[]> {
  const rows = await db.query<{ table_name: string; name: string; type: string; is_nullable: boolean }>(
    `select c.relname as table_name, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       not a.attnotnull as is_nullable
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname, a.attnum`,
  );
  return rows.map((row) => ({
    table: row.table_name,
    name: row.name,
    type: row.type,
    isNullable: row.is_nullable,
  }));
}

/**
 * Copies these tables, and records later writes to them. Tables that the service writes to continuously must not be
 * included.
 */
export async function keepRows(db: Database, tables: readonly string[]): Promise<void> {
  await db.query('create schema kept');
  await db.query('create unlogged table kept."written to" (name text not null)');
  await db.query(
    `create function kept.note() returns trigger language plpgsql as $$
     begin insert into kept."written to" values (tg_table_name); return null; end $$`,
  );
  for (const table of tables) {
    await db.query(`create unlogged table kept.${table} as table public.${table}`);
    await db.query(
      `create trigger kept_note after insert or update or delete on public.${table}
       for each statement execute function kept.note()`,
    );
  }
  await db.query(
    `create function kept.restore() returns text[] language plpgsql set session_replication_role = replica as $$
     declare
       written text[] := (select array_agg(distinct name) from kept."written to");
       one text;
     begin
       delete from kept."written to";
       foreach one in array coalesce(written, '{}') loop
         execute format('delete from public.%1$I t where not exists (
           select from kept.%1$I k where k::text = t::text)', one);
         execute format('insert into public.%1$I select * from kept.%1$I k where not exists (
           select from public.%1$I t where t::text = k::text)', one);
       end loop;
       return written;
     end $$`,
  );
}

/**
 * Undoes all changes since the copy, once the database is idle, so that it also undoes writes that the service makes
 * after its response.
 */
export async function restoreRows(db: Database): Promise<void> {
  for (let isQuiet = false; !isQuiet; ) {
    await until(() => isIdle(db), 'the service to come to rest', { everyMs: 2 });
    const [row] = await db.query<{ written: string[] | null }>('select kept.restore() as written');
    isQuiet = row?.written === null;
  }
}

async function isIdle(db: Database): Promise<boolean> {
  const rows = await db.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and backend_type = 'client backend' and state <> 'idle' limit 1`,
  );
  return rows.length === 0;
}

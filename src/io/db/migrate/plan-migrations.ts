// Reports the effects of a schema upgrade without applying it.
import type pg from 'pg';
import { isConcurrent, type Migration } from './migration-files.ts';

export interface PlannedMigration {
  readonly name: string;
  /** Whether it is applied while other sessions use its tables, instead of in one commit. */
  readonly isConcurrent: boolean;
  /** The existing tables that it touches, the largest first. */
  readonly tables: readonly TouchedTable[];
}

export interface TouchedTable {
  readonly name: string;
  /** The approximate number of rows by PostgreSQL's statistics. Null if there are none. */
  readonly rows: bigint | null;
  /** Includes the indexes. */
  readonly bytes: bigint;
}

interface TableRow {
  name: string;
  rows: string;
  bytes: string;
}

/** `pending` are the files not yet applied, in their order. Reads only PostgreSQL's catalog. */
export async function planMigrations(client: pg.Client, pending: readonly Migration[]): Promise<PlannedMigration[]> {
  const { rows } = await client.query<TableRow>(
    // Partitions count for their table, which has no rows itself.
    `select c.relname as name, coalesce(sum(p.reltuples) filter (where p.reltuples >= 0), -1)::bigint as rows,
       sum(pg_total_relation_size(p.oid))::bigint as bytes
     from pg_class p join pg_class c on c.oid = coalesce(pg_partition_root(p.oid), p.oid)
     where c.relnamespace = current_schema()::regnamespace and p.relkind = 'r'
     group by c.oid, c.relname order by bytes desc`,
  );
  return pending.map((file) => {
    const words = new Set(file.sql.replaceAll(/--[^\n]*/g, '').match(/\w+/g));
    const tables = rows
      .filter(({ name }) => words.has(name))
      .map((row) => ({ name: row.name, rows: countOf(row), bytes: BigInt(row.bytes) }));
    return { name: file.name, isConcurrent: isConcurrent(file), tables };
  });
}

/**
 * PostgreSQL reports -1 if it never counted the rows (https://www.postgresql.org/docs/current/catalog-pg-class.html).
 */
function countOf({ rows }: TableRow): bigint | null {
  return rows === '-1' ? null : BigInt(rows);
}

// Says what bringing a database to this version will do, without doing it.
import type pg from 'pg';
import { isConcurrent, type Migration } from './migration-files.ts';

export interface PlannedMigration {
  readonly name: string;
  /** Applied while others work on its tables, instead of in one commit. */
  readonly isConcurrent: boolean;
  /** Of what is there already, the largest first. */
  readonly tables: readonly TouchedTable[];
}

export interface TouchedTable {
  readonly name: string;
  /** About so many, as PostgreSQL last counted; null where it never did. */
  readonly rows: bigint | null;
  /** With its indexes. */
  readonly bytes: bigint;
}

interface TableRow {
  name: string;
  rows: string;
  bytes: string;
}

/** For files that are not applied yet, in their order. Reads only what PostgreSQL keeps about its tables. */
export async function planMigrations(client: pg.Client, pending: readonly Migration[]): Promise<PlannedMigration[]> {
  const { rows } = await client.query<TableRow>(
    // Parts count for the table that they are parts of; the table itself has no rows.
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

/** PostgreSQL says -1 of what was never counted (https://www.postgresql.org/docs/current/catalog-pg-class.html). */
function countOf({ rows }: TableRow): bigint | null {
  return rows === '-1' ? null : BigInt(rows);
}

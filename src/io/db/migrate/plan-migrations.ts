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
    `select relname as name, reltuples::bigint as rows, pg_total_relation_size(oid) as bytes from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
     order by pg_total_relation_size(oid) desc`,
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

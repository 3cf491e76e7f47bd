// SQL of key rotation: reads a page of a sealed column and writes the replacements.
import type { Queryable } from '../../../io/db/database.ts';
import type { SealedColumn } from './sealed-columns.ts';

export type SealedRow = Readonly<Record<string, unknown>> & { readonly sealed_value: Buffer };

/** Returns the next rows after `after`, by primary key. */
export function readSealed(
  db: Queryable,
  column: SealedColumn,
  after: SealedRow | null,
  limit: number,
): Promise<SealedRow[]> {
  const keys = Object.entries(column.key);
  const names = keys.map(([name]) => name);
  const after_ = after === null ? 'true' : `(${names.join(', ')}) > (${keys.map(placed).join(', ')})`;
  return db.query<SealedRow>(
    `select ${[...names, ...(column.needs ?? [])].join(', ')}, ${column.column} as sealed_value
     from ${column.table} where ${column.column} is not null and ${after_}
     order by ${names.join(', ')} limit ${limit}`,
    after === null ? [] : names.map((name) => after[name]),
  );
}

export interface Resealed {
  readonly row: SealedRow;
  readonly sealed: Buffer;
}

/** Replaces each value if it is still the one that was read. A row that changed meanwhile keeps its newer value. */
export async function writeResealed(db: Queryable, column: SealedColumn, rows: readonly Resealed[]): Promise<void> {
  const keys = Object.entries(column.key);
  const names = keys.map(([name]) => name);
  const lists = keys.map(([, type], index) => `$${index + 3}::${type}[]`);
  await db.query(
    `update ${column.table} t set ${column.column} = n.new_value
     from unnest($1::bytea[], $2::bytea[], ${lists.join(', ')})
       as n (old_value, new_value, ${names.map((name) => `key_${name}`).join(', ')})
     where ${names.map((name) => `t.${name} = n.key_${name}`).join(' and ')} and t.${column.column} = n.old_value`,
    [
      rows.map(({ row }) => row.sealed_value),
      rows.map(({ sealed }) => sealed),
      ...names.map((name) => rows.map(({ row }) => row[name])),
    ],
  );
}

function placed([, type]: readonly [string, string], index: number): string {
  return `$${index + 1}::${type}`;
}

// Which tables a schema has, in an order in which they can be filled, and where its sequences stand.
import type pg from 'pg';

export interface TableShape {
  readonly name: string;
  /**
   * Those that can be filled from another database: what is computed, or counts this server's own commits, is left out.
   */
  readonly columns: readonly string[];
}

/**
 * The permanent tables of the connection's schema, those that others refer to first; one that is kept in parts is one.
 * Tables that are not logged hold nothing worth keeping; those of extensions are not ours. Throws where two tables
 * refer to each other.
 */
export async function listTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
           and a.atttypid not in ('xid'::regtype, 'xid8'::regtype) order by a.attnum) as columns,
       array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p'
       and not c.relispartition
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname`,
  );
  const order: TableShape[] = [];
  const placed = new Set<string>();
  while (order.length < rows.length) {
    const next = rows.filter(({ name, needs }) => !placed.has(name) && needs.every((other) => placed.has(other)));
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.');
    for (const { name, columns } of next) {
      order.push({ name, columns });
      placed.add(name);
    }
  }
  return order;
}

/** The sequences that have been used, and the last number each gave. */
export async function listSequences(client: pg.Client): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = current_schema() and last_value is not null order by sequencename`,
  );
  return rows;
}

/** The next number of the sequence will be above `value`. */
export async function setSequence(client: pg.Client, name: string, value: string): Promise<void> {
  await client.query('select setval(quote_ident($1)::regclass, $2)', [name, value]);
}

/** The columns of the table in the words of a COPY command that fills it. */
export function copyColumns({ name, columns }: TableShape): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`;
}

/** The rows of the table in the words of a COPY command that reads them: it reads no table in parts by its name. */
export function copyRows({ name, columns }: TableShape): string {
  return `(select ${columns.map(quoted).join(', ')} from ${quoted(name)})`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

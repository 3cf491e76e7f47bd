// Lists the tables of a schema in an order in which they can be filled, and the values of its sequences.
import type pg from 'pg';

export interface TableShape {
  readonly name: string;
  /**
   * The columns that can be copied from another database. Leaves out generated columns, and columns that count this
   * server's commits.
   */
  readonly columns: readonly string[];
}

/**
 * Returns the permanent tables of the connection's schema, referenced tables first. A partitioned table counts as one.
 * Leaves out unlogged tables, which hold only temporary data, and tables of extensions. Throws if two tables refer to
 * each other.
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

/** Returns the sequences that were used, with their last values. */
export async function listSequences(client: pg.Client): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = current_schema() and last_value is not null order by sequencename`,
  );
  return rows;
}

/** Makes the sequence continue above `value`. */
export async function setSequence(client: pg.Client, name: string, value: string): Promise<void> {
  await client.query('select setval(quote_ident($1)::regclass, $2)', [name, value]);
}

/** Returns the COPY target that fills the table. */
export function copyColumns({ name, columns }: TableShape): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`;
}

/** Returns the COPY source that reads the table's rows. COPY reads partitioned tables only through a query. */
export function copyRows({ name, columns }: TableShape): string {
  return `(select ${columns.map(quoted).join(', ')} from ${quoted(name)})`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

// Applies a migration beside everybody who works on its tables: an index of a large table takes minutes to build.
import pg from 'pg';
import { type Migration, statementsOf } from './migration-files.ts';

const MADE_INDEX = /^create (?:unique )?index concurrently if not exists (\w+)/i;

/**
 * Each statement by itself; `tell` hears of it beforehand. What was left half done by an earlier try, an index that was
 * not built to its end, is taken away first. The caller keeps everybody else from migrating meanwhile, with a lock that
 * nobody waits for inside a statement: building an index waits for all statements that run.
 */
export async function applyConcurrently(
  client: pg.Client,
  { name, sql, checksum }: Migration,
  tell: (statement: string) => void,
): Promise<void> {
  // It holds up nobody while it waits for locks.
  await client.query('set lock_timeout = 0; set statement_timeout = 0');
  for (const statement of statementsOf({ sql })) {
    const index = MADE_INDEX.exec(statement)?.[1];
    if (index !== undefined) await dropUnfinished(client, index);
    tell(statement);
    try {
      await client.query(statement);
    } catch (error) {
      if (error instanceof pg.DatabaseError) error.message = `Migration ${name}: ${error.message}`;
      throw error;
    }
  }
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

/** The same for a database that nobody else uses yet, inside the caller's database transaction. */
export function asOneTransaction(file: Migration): string {
  return statementsOf(file)
    .map((statement) => statement.replace(/^((?:create (?:unique )?|drop )index) concurrently/i, '$1'))
    .join(';\n');
}

async function dropUnfinished(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query(
    `select from pg_index where indexrelid = to_regclass(quote_ident($1)) and not indisvalid`,
    [index],
  );
  if (rows.length > 0) await client.query(`drop index concurrently if exists ${index}`);
}

// Applies a migration without blocking other users of its tables, because building an index on a large table takes
// minutes.
import pg from 'pg';
import { type Migration, statementsOf } from './migration-files.ts';

const MADE_INDEX = /^create (?:unique )?index concurrently if not exists (\w+)/i;

/**
 * Runs each statement separately, and calls `tell` before it. First drops an incomplete index of an earlier attempt.
 * The caller must keep other processes from migrating by a lock that no statement waits for, because an index build
 * waits for all running statements.
 */
export async function applyConcurrently(
  client: pg.Client,
  { name, sql, checksum }: Migration,
  tell: (statement: string) => void,
): Promise<void> {
  // It blocks no other session while it waits for locks.
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

/** Returns the migration as one transaction, for a database without other users. */
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

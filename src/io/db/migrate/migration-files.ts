// Reads the migration files in their order, and recognizes those for large tables.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFault } from '../../start-fault.ts';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Returns the migrations in their order, each with the SHA-256 of its text (line ends as LF). */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = await migrationNames(directory);
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Throws StartFault for an invalid file name, and for two files with the same number. */
export async function migrationNames(directory: string): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  for (const [index, name] of names.entries()) {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
      throw new StartFault(`Migration ${name} is not named NNNN-what-it-does.sql.`);
    if (names[index + 1]?.slice(0, 4) === name.slice(0, 4))
      throw new StartFault(`Two migrations have the number ${name.slice(0, 4)}.`);
  }
  return names;
}

/**
 * A file with this suffix is applied statement by statement, outside a database transaction, while other sessions use
 * the tables. After an interruption it starts again, so each of its statements must be idempotent.
 */
export function isConcurrent({ name }: Pick<Migration, 'name'>): boolean {
  return name.endsWith('-concurrently.sql');
}

/** Returns the statements of such a file, without comments. No statement in it may contain a semicolon. */
export function statementsOf({ sql }: Pick<Migration, 'sql'>): string[] {
  return sql
    .replaceAll(/--[^\n]*/g, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

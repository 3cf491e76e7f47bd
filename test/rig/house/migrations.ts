// The rules of migrations: what was released never changes, and every column is explained where it stands.
import type { Migration } from '../../../src/io/db/migrate.ts';

/** `migrations/released.json`: by version, the migrations that are new in it, each with the SHA-256 of its text. */
export interface Released {
  readonly versions: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Which released migrations are not as they were released, and which released versions are not listed. Databases that
 * applied a migration are on machines of others, and do not change with its file.
 */
export function brokenReleases(released: Released, files: readonly Migration[], changelog: string): string[] {
  const listed = Object.entries(released.versions).flatMap(([version, migrations]) =>
    Object.entries(migrations).map(([name, checksum]) => ({ version, name, checksum })),
  );
  const changed = listed.flatMap(({ version, name, checksum }, index) => {
    const file = files[index];
    if (file?.name !== name)
      return [
        `migrations/${name} was released with ${version} as number ${index + 1}; there is ${file?.name ?? 'none'}`,
      ];
    return file.checksum === checksum ? [] : [`migrations/${name} was changed after ${version} was released with it`];
  });
  const unlisted = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+[^\]]*)\]/gm)].flatMap(([, version = '']) =>
    version in released.versions ? [] : [`migrations/released.json does not say which are new in ${version}`],
  );
  return [...changed, ...unlisted];
}

/** Columns without a comment on their line or above it; id, created_at and updated_at mean the same in every table. */
export function unexplainedColumns(sql: string): string[] {
  const lines = sql.split('\n');
  const isKnown = new Set(['id', 'created_at', 'updated_at']);
  const isOther = new Set(['primary', 'unique', 'check', 'foreign', 'constraint', 'references', 'where']);
  let table: string | null = null;
  return lines.flatMap((line, index) => {
    table = /^create (?:unlogged )?table (\w+)/.exec(line)?.[1] ?? (line.startsWith(')') ? null : table);
    const column = /^ {2}"?(\w+)"? \w/.exec(line)?.[1];
    if (table === null || column === undefined || isKnown.has(column) || isOther.has(column)) return [];
    return line.includes('--') || /^ *--/.test(lines[index - 1] ?? '') ? [] : [`${table}.${column}`];
  });
}

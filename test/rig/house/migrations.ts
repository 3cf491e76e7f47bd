// The rules of migrations: a released one never changes, and every column has a comment.
import { isConcurrent, type Migration, statementsOf } from '../../../src/io/db/migrate/migration-files.ts';

/** `migrations/released.json`: by version, its new migrations, each with the SHA-256 of its text. */
export interface Released {
  readonly versions: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Released migrations that differ from their release, and released versions that are missing from the list. Databases
 * of others have applied them, and do not follow changes of the file.
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

/**
 * Columns without a comment on their line or above it. id, created_at and updated_at have the same meaning in every
 * table.
 */
export function unexplainedColumns(sql: string): string[] {
  const lines = sql.split('\n');
  const isKnown = new Set(['id', 'created_at', 'updated_at']);
  const isOther = new Set(['primary', 'unique', 'check', 'foreign', 'constraint', 'references', 'where', 'like']);
  let table: string | null = null;
  return lines.flatMap((line, index) => {
    table = /^create (?:unlogged )?table (\w+)/.exec(line)?.[1] ?? (line.startsWith(')') ? null : table);
    const column = /^ {2}"?(\w+)"? \w/.exec(line)?.[1];
    if (table === null || column === undefined || isKnown.has(column) || isOther.has(column)) return [];
    return line.includes('--') || /^ *--/.test(lines[index - 1] ?? '') ? [] : [`${table}.${column}`];
  });
}

/** These tables grow with sales. A statement that reads or locks a whole one would block all callers for minutes. */
export const largeTables = [
  ...['invoices', 'invoice_steps', 'transactions', 'transfers', 'credits', 'unmatched_payments', 'watched_addresses'],
  ...['events', 'deliveries', 'audit_log', 'idempotency_records', 'mails'],
] as const;

/**
 * Statements of a migration that would block work on a large table, each with an alternative. Tables that the same file
 * creates are exempt.
 */
export function blockingStatements(file: Pick<Migration, 'name' | 'sql'>): string[] {
  const statements = statementsOf(file).map((statement) => statement.replaceAll(/\s+/g, ' ').toLowerCase());
  const fresh = new Set(statements.flatMap((one) => /^create (?:unlogged )?table (\w+)/.exec(one)?.[1] ?? []));
  return statements.flatMap((statement) => {
    if (isConcurrent(file))
      return canRunConcurrently.test(statement) ? [] : [`${file.name}: cannot run with other statements: ${statement}`];
    return largeTables
      .filter((table) => !fresh.has(table) && new RegExp(`\\b${table}\\b`).test(statement))
      .flatMap((table) => blockingPatterns(table).flatMap(([how, remedy]) => (how.test(statement) ? [remedy] : [])))
      .map((remedy) => `${file.name}: ${remedy}: ${statement}`);
  });
}

const canRunConcurrently = new RegExp(
  ['create (?:unique )?index concurrently if not exists', 'drop index concurrently if exists']
    .concat('alter table \\w+ validate constraint')
    .map((beginning) => `^${beginning} `)
    .join('|'),
);

/** Forbidden statements on this table, each with its alternative. */
function blockingPatterns(table: string): [how: RegExp, remedy: string][] {
  const altered = (change: string) => new RegExp(`^alter table (?:if exists )?(?:only )?${table}\\b.*${change}`);
  const inBatches = 'fill it in batches, from a job that goes on where it stopped';
  const later = 'add it as "not valid", and validate it in a file -concurrently.sql';
  return [
    [
      new RegExp(`^create (?:unique )?index .*\\bon (?:only )?${table}\\b`),
      'build the index in a file -concurrently.sql',
    ],
    [new RegExp(`^(?:update|delete from|merge into) (?:only )?${table}\\b`), inBatches],
    [new RegExp(`^insert into .*\\b(?:from|join) (?:only )?${table}\\b`), inBatches],
    [new RegExp(`^(?:lock|truncate|cluster|vacuum|reindex)\\b.*\\b${table}\\b`), 'nobody can wait for that'],
    [
      altered('\\balter (?:column )?\\w+ (?:set data )?type\\b'),
      'add a column of the new type, and fill it in batches',
    ],
    [altered('\\bset not null\\b'), 'add a check "is not null not valid", and validate it in a file -concurrently.sql'],
    [altered('\\badd (?:column )?.*\\bgenerated\\b'), 'write the column from the service'],
    [altered('\\bdefault (?:gen_random_uuid|clock_timestamp|random|nextval|uuidv7)\\b'), 'such a default rewrites it'],
    [altered('\\badd (?:constraint \\w+ )?(?:check|foreign key)\\b(?!.*\\bnot valid\\b)'), later],
    [
      altered('\\badd (?:constraint \\w+ )?(?:unique|primary key|exclude)\\b(?!.*\\busing index\\b)'),
      'use an index that is there',
    ],
    [altered('\\badd (?:column )?(?!constraint)\\w+ .*\\b(?:references|check|unique|primary key)\\b'), later],
    [
      altered('\\b(?:set (?:logged|unlogged|tablespace|access method)|attach partition|inherit)\\b'),
      'that copies or locks it',
    ],
    [altered('\\bvalidate constraint\\b'), 'validate it in a file -concurrently.sql'],
  ];
}

// TOML files of store packages.

export type TomlValue = string | number | boolean | readonly string[] | TomlTable;
export interface TomlTable {
  readonly [key: string]: TomlValue;
}

/** Prints tables with headers. Plain members of a table come before its tables, as TOML requires. */
export function tomlText(table: TomlTable, comment: readonly string[] = []): string {
  return [...comment.map((line) => `# ${line}`), ...linesOf(table, [])].join('\n').concat('\n');
}

function linesOf(table: TomlTable, path: readonly string[]): string[] {
  const entries = Object.entries(table);
  const plain = entries.filter(([, value]) => !isTable(value));
  const tables = entries.filter(([, value]) => isTable(value));
  return [
    ...(path.length === 0 ? [] : ['', `[${path.join('.')}]`]),
    ...plain.map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
    ...tables.flatMap(([key, value]) => linesOf(value as TomlTable, [...path, key])),
  ];
}

function isTable(value: TomlValue): value is TomlTable {
  return typeof value === 'object' && !Array.isArray(value);
}

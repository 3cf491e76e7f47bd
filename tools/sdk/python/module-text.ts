// The first lines of a generated module of Python.

/** The text of a module, and the names that it exports. */
export interface Printed {
  readonly text: string;
  readonly names: readonly string[];
}

/** Imports by module; only the used names are kept, see `withUsedImports`. */
export function heading(purpose: string, imports: Readonly<Record<string, readonly string[]>>): string {
  const modules = Object.entries(imports).map(([module, names]) => importLine(module, names));
  const isLocal = (line: string) => line.startsWith('from .');
  return [
    `"""${purpose}\n`,
    'Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.\n"""\n',
    'from __future__ import annotations\n',
    ...modules.filter((line) => !isLocal(line)),
    ...(modules.some(isLocal) ? ['', ...modules.filter(isLocal)] : []),
    '',
  ].join('\n');
}

/** The module without imported names that its text does not use. */
export function withUsedImports(text: string): string {
  const body = text.replaceAll(imports, '');
  return text.replaceAll(imports, (line, module: string, inLines: string | undefined, inLine: string | undefined) => {
    if (module === '__future__') return line;
    const names = (inLines ?? inLine ?? '').split(/[,\s]+/);
    const used = names.filter((name) => name !== '' && new RegExp(`\\b${name}\\b`).test(body));
    return used.length === 0 ? '' : `${importLine(module, used)}\n`;
  });
}

/** An import of names, with its line feed. */
const imports = /^from (\S+) import (?:\(\n([^)]*)\)|([^(\n]*))\n/gm;

function importLine(module: string, names: readonly string[]): string {
  const line = `from ${module} import ${names.join(', ')}`;
  if (line.length <= 120) return line;
  return `from ${module} import (\n${names.map((name) => `    ${name},\n`).join('')})`;
}

// Reads the tables in documents that name tests, and the names of existing tests, to find rows without a test.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../house/source-tree.ts';

/**
 * One row of a table `| number | words | test | name |`. A row without a number names another test for the row above.
 */
export interface NamedRow {
  readonly number: string;
  readonly words: string;
  /** The test's file; null if the last column explains why there is no test. */
  readonly file: string | null;
  /** The test's name, or the reason. */
  readonly name: string;
}

/** Rows of the pages that `index` lists, in that order. */
export function readRows(index: string): NamedRow[] {
  const list = readFileSync(join(projectRoot, index), 'utf8');
  const pages = [...list.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, page = '']) => join(dirname(index), page));
  const text = pages.map((page) => readFileSync(join(projectRoot, page), 'utf8')).join('\n');
  const found: NamedRow[] = [];
  for (const [, number = '', words = '', where = '', name = ''] of text.matchAll(
    /^\| (\w*) ?\| *([^|]*?) *\| *(`[^`|]+`|—) *\| (.+) \|$/gm,
  )) {
    const file = where === '—' ? null : where.slice(1, -1);
    found.push({ number: number === '' ? (found.at(-1)?.number ?? '') : number, words, file, name });
  }
  return found;
}

/** Rows whose test does not exist, as `number: file: name`. */
export function missingTests(rows: readonly NamedRow[]): string[] {
  return rows.flatMap(({ number, file, name }) =>
    file === null || testNames(file).includes(name) ? [] : [`${number}: ${file}: ${name}`],
  );
}

/** For a name that is built at run time, only the constant part counts. */
export function testNames(file: string): string[] {
  const path = join(projectRoot, file);
  if (!existsSync(path)) return [];
  const calls = readFileSync(path, 'utf8').matchAll(
    /^\s*test\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`)/gm,
  );
  return [...calls].map(([, single, double, template]) => {
    const made = template?.replace(/ \([^(]*\$\{.*$/, '');
    return (single ?? double ?? made ?? '').replaceAll("\\'", "'");
  });
}

// Tables of the documents that name tests, and the names that tests have: what a document promises has to be there.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../house/source-tree.ts';

/**
 * One row of a table `| number | words | test | name |`. A row without a number is one more test of the row above it.
 */
export interface NamedRow {
  readonly number: string;
  readonly words: string;
  /** Where the test is; null where the last column gives the reason why there is none. */
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

/** Rows whose test is not there, as `number: file: name`. */
export function missingTests(rows: readonly NamedRow[]): string[] {
  return rows.flatMap(({ number, file, name }) =>
    file === null || testNames(file).includes(name) ? [] : [`${number}: ${file}: ${name}`],
  );
}

/** A name that is made as the test runs counts by the part that is always the same. */
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

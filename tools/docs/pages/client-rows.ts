// The table of cases that each client passes, from the recorded runs of `npm run conformance`.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cases } from '../../../drills/conformance/cases.ts';
import { languages, resultsFolder } from '../../../drills/conformance/languages.ts';
import { projectRoot } from '../../../test/rig/house/source-tree.ts';
import { table } from './table.ts';

export function clientRows(): string[] {
  const passed = languages.map(({ name }) => passedCases(name));
  const head = ['Rule', ...languages.map(({ title }) => title)];
  const rows = cases.map(({ id, rule }) => [`${rule}.`, ...passed.map((ids) => (ids.has(id) ? 'yes' : 'not run'))]);
  return table(head, rows);
}

/** The ids of the cases that the client of this language passed in its last recorded run. */
export function passedCases(language: string): ReadonlySet<string> {
  const file = join(projectRoot, resultsFolder, `${language}.json`);
  if (!existsSync(file)) return new Set();
  return new Set((JSON.parse(readFileSync(file, 'utf8')) as { passed: string[] }).passed);
}

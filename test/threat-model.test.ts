// The threat model: each row names existing tests, and its table of effects equals the one in the code.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { effectsTable } from './rig/documents/effects-table.ts';
import { testNames } from './rig/documents/named-tests.ts';
import { projectRoot } from './rig/house/source-tree.ts';

const paths = [
  'docs/explanation/threat-model.md',
  'docs/explanation/threat-model-database.md',
  'docs/reference/sensitive-changes.md',
];
const page = paths.map((path) => readFileSync(join(projectRoot, path), 'utf8')).join('\n');
const rows = [...page.matchAll(/^\| .+ \|$/gm)]
  .map(([line]) => line.slice(2, -2).split(' | '))
  .filter((cells) => cells.length === 5 && cells[4] !== 'Test');

test('the threat model shows the table of effects as the code has it', () => {
  const shown = /<!-- effects -->\n([\s\S]*?)\n?<!-- end of effects -->/.exec(page)?.[1];
  assert.equal(shown, effectsTable().join('\n'), 'copy the expected table into docs/reference/sensitive-changes.md');
});

test('each row of the threat model names a guard, and tests that exist', (t) => {
  const wrong = rows.flatMap(([who = '', , , guard = '', named = '']) => {
    const tests = testsIn(named);
    if (guard === '' || tests.length === 0) return [`${who}: no guard or no test`];
    return tests.flatMap(({ file, labels }) => missing(file, labels).map((what) => `${who}: ${file}: ${what}`));
  });
  t.diagnostic(`${rows.length} rows`);
  assert.deepEqual(wrong, []);
  assert.ok(rows.length > 30);
});

/** Parses `file` (label, "the beginning of a name"), any number of times. */
function testsIn(cell: string): { readonly file: string; readonly labels: readonly string[] }[] {
  return [...cell.matchAll(/`([^`]+)`(?: \(([^)]+)\))?/g)].map(([, file = '', labels = '']) => ({
    file,
    labels: [...labels.matchAll(/"([^"]+)"|([A-Z][\w-]*)/g)].map(([, name, label]) => name ?? label ?? ''),
  }));
}

function missing(file: string, labels: readonly string[]): string[] {
  if (!existsSync(join(projectRoot, file))) return ['no such file'];
  const names = testNames(file).map((name) => name.replaceAll('’', "'"));
  return labels.filter((label) => !names.some((name) => name.includes(label.replaceAll('’', "'"))));
}

// The tests that a change affects, in a small sample project with a recorded map.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { affectedTests } from './affected-tests.ts';
import type { Change } from './changes.ts';
import { loading, manifest, page, type ReachMap, read } from './map/reach-map.ts';
import { recordedIn } from './recorded.ts';
import { projectOf } from './source/project.ts';

const files: Readonly<Record<string, string>> = {
  'src/pay.ts': `import { rates } from './rates.ts';
    import { round } from './round.ts';
    export function pay() { return round(rates.EUR); }
    export function refund() { return 0; }`,
  'src/rates.ts': "import { row } from './row.ts';\nexport const rates = { EUR: row(2) };",
  'src/row.ts': 'export function row(cents) { return cents; }',
  'src/round.ts': 'export function round(value) { return value; }\nexport function never() { return 1; }',
  'src/thread.ts': 'function work() { return 1; }\nwork();',
  'src/start.ts': "export function start() { return new Worker(new URL('./thread.ts', import.meta.url)); }",
  'src/later.ts': 'export function later() { return 1; }',
  'web/till/main.ts': "import { round } from '../../src/round.ts';\nround(1);",
  'web/till/till.css': 'a { color: red }',
  'docs/guide.md': '# Guide',
  'package.json': '{"dependencies":{"pg":"8.0.0"},"scripts":{"start":"node main.js"}}',
  'test/rig/database.ts': "import pg from 'pg';\nexport function testDatabase() { return pg; }",
  'test/pay.test.ts': "import { pay } from '../src/pay.ts';\npay();",
  'test/refund.test.ts': "import '../test/rig/database.ts';\nimport { refund } from '../src/pay.ts';\nrefund();",
  'test/docs.test.ts': "import { readFileSync } from 'node:fs';",
  'test/rig/browser/browser.ts': 'export function launch() {}',
  'test/till.test.ts': "import '../test/rig/database.ts';\nimport '../test/rig/browser/browser.ts';",
  'test/later.test.ts': "import { later } from '../src/later.ts';\nlater();",
};

const by = (...names: string[]) => new Set(names.map((name) => (/^[(/]|\//.test(name) ? name : pathOf(name))));
const map: ReachMap = {
  commit: '',
  tests: by('pay', 'refund', 'docs', 'till', 'test/rig/database.ts'),
  reach: new Map([
    [
      'src/pay.ts',
      new Map([
        ['pay', by('pay')],
        ['refund', by('refund')],
      ]),
    ],
    ['src/row.ts', new Map([['row', by(loading)]])],
    ['src/round.ts', new Map([['round', by('pay')]])],
    ['src/start.ts', new Map([['start', by('refund')]])],
    ['web/till/', new Map([[page, by('till')]])],
    ['docs/guide.md', new Map([[read, by('docs')]])],
    ['docs/', new Map([[read, by('docs')]])],
    ['migrations/', new Map([[read, by('test/rig/database.ts')]])],
    ['package.json', new Map([[manifest, by('refund')]])],
    ['test/rig/database.ts', new Map([['testDatabase', by('refund')]])],
  ]),
};

interface Row {
  readonly what: string;
  readonly path: string;
  readonly from?: string;
  readonly to: string;
  readonly affects: readonly string[];
}

const rows: readonly Row[] = [
  { what: 'a changed test affects itself', path: 'test/pay.test.ts', from: 'pay();', to: 'pay(1);', affects: ['pay'] },
  {
    what: 'a function affects tests that run it',
    path: 'src/pay.ts',
    from: 'return 0',
    to: 'return 1',
    affects: ['refund'],
  },
  { what: 'a comment affects no test', path: 'src/pay.ts', from: 'return 0', to: '/* now */ return 0', affects: [] },
  {
    what: 'data affects tests that run a function with it',
    path: 'src/rates.ts',
    from: 'row(2)',
    to: 'row(3)',
    affects: ['pay'],
  },
  {
    what: 'a function that makes data on loading affects tests that run a function with the data',
    path: 'src/row.ts',
    from: 'return',
    to: 'return 1 +',
    affects: ['pay'],
  },
  {
    what: 'a thread without a record affects tests that start it',
    path: 'src/thread.ts',
    from: 'return 1',
    to: 'return 2',
    affects: ['refund'],
  },
  { what: 'a page affects tests that show it', path: 'web/till/till.css', from: 'red', to: 'blue', affects: ['till'] },
  {
    what: 'a part of a page affects tests that show the page',
    path: 'src/round.ts',
    from: 'return value',
    to: 'return -value',
    affects: ['pay', 'till'],
  },
  { what: 'text affects tests that read it', path: 'docs/guide.md', from: 'Guide', to: 'The guide', affects: ['docs'] },
  {
    what: 'a script of package.json affects tests that read one',
    path: 'package.json',
    from: 'main.js',
    to: 'index.js',
    affects: ['refund'],
  },
  {
    what: 'a package of package.json affects none of these',
    path: 'package.json',
    from: '8.0.0',
    to: '8.1.0',
    affects: [],
  },
  { what: 'a new file affects tests that list its folder', path: 'docs/new.md', to: '# New', affects: ['docs'] },
  {
    what: 'a file that prepares a part of the rig affects tests that load the part',
    path: 'migrations/2.sql',
    to: 'select',
    affects: ['refund', 'till'],
  },
  {
    what: 'a source affects tests without a record that load it',
    path: 'src/later.ts',
    from: 'return 1',
    to: 'return 2',
    affects: ['later'],
  },
  {
    what: 'a new function affects no test',
    path: 'src/pay.ts',
    from: 'export function refund',
    to: 'function added() {}\nexport function refund',
    affects: [],
  },
];

for (const { what, path, from, to, affects } of rows)
  test(what, async () => {
    const before = files[path] ?? null;
    const after = from === undefined ? to : (before ?? '').replace(from, to);
    assert.notEqual(after, before);
    assert.deepEqual(
      [...(await affectedBy({ path, earlierPath: path, before, after })).keys()].sort(),
      affects.map(pathOf).sort(),
    );
  });

test('a package affects tests that import it', async () => {
  const affected = await affectedBy(null, new Set(['pg']));
  assert.deepEqual([...affected.keys()].sort(), ['refund', 'till'].map(pathOf));
});

test('a test that changed since it was recorded is affected by the functions that it imports', async () => {
  const change = { ...changed('src/round.ts', 'return 1', 'return 2') };
  assert.deepEqual([...(await affectedBy(change)).keys()].sort(), ['till'].map(pathOf));
});

function changed(path: string, from: string, to: string): Change {
  const before = files[path] as string;
  return { path, earlierPath: path, before, after: before.replace(from, to) };
}

function affectedBy(
  change: Change | null,
  packages: ReadonlySet<string> = new Set(),
): ReturnType<typeof affectedTests> {
  const now = new Map(Object.entries(files));
  if (change?.after) now.set(change.path, change.after);
  const project = projectOf([...now.keys()], (path) => now.get(path) ?? null);
  return affectedTests(change === null ? [] : [change], {
    project,
    recorded: recordedIn(map, new Map()),
    stale: new Set(),
    packages,
  });
}

function pathOf(name: string): string {
  return `test/${name}.test.ts`;
}

// Proves that the runner reports every kind of broken file as a failure.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { projectRoot } from '../../house/source-tree.ts';
import { type Outcome, type RunOptions, runFiles } from './run-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'quittance-runner-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('passing tests are counted', async () => {
  const outcome = await outcomeOf("test('one', () => {}); test('two', () => {});");
  assert.deepEqual(counts(outcome), { tests: 2, passed: 2, failed: 0 });
});

test('a failing test fails, and the report says where', async () => {
  const outcome = await outcomeOf("test('one', () => { throw new Error('broken here'); });");
  assert.deepEqual(counts(outcome), { tests: 1, passed: 0, failed: 1 });
  assert.match(outcome.report, /broken here/);
});

test('a file without a test fails', async () => {
  assert.deepEqual(counts(await outcomeOf('')), { tests: 1, passed: 0, failed: 1 });
});

test('a file that crashes before its first test fails', async () => {
  assert.equal((await outcomeOf("throw new Error('no'); test('one', () => {});")).failed, 1);
});

test('a file fails if its process fails after its tests have passed', async () => {
  const outcome = await outcomeOf("test('one', () => {}); process.on('exit', () => { process.exitCode = 7; });");
  assert.equal(outcome.failed, 1);
});

test('a file that leaves something open is ended and fails, although its test passed', async () => {
  const outcome = await outcomeOf("test('one', () => {}); setInterval(() => {}, 1000);", { endTimeoutMs: 1_000 });
  assert.deepEqual(counts(outcome), { tests: 2, passed: 1, failed: 1 });
});

test('a hook that throws fails the file, whatever its tests did', async () => {
  const outcome = await outcomeOf(
    "import { after } from 'node:test'; after(() => { throw new Error('left open'); }); test('one', () => {});",
  );
  assert.deepEqual(counts(outcome), { tests: 2, passed: 1, failed: 1 });
  assert.match(outcome.report, /left open/);
});

test('a skipped test is named, and is neither passed nor failed', async () => {
  const outcome = await outcomeOf("test('one', () => {}); test('two', { ['sk' + 'ip']: true }, () => {});");
  assert.deepEqual([outcome.passed, outcome.failed, outcome.skipped.length], [1, 0, 1]);
  assert.match(outcome.skipped[0] ?? '', /: two$/);
});

test('a name chooses the tests that run', async () => {
  const outcome = await outcomeOf("test('one', () => {}); test('two', () => { throw new Error(); });", { only: 'one' });
  assert.deepEqual([outcome.passed, outcome.failed], [1, 0]);
});

test('the files of one part run in two workers at most, and files without a part in others', async () => {
  const log = join(folder, 'workers.txt');
  const append = `appendFileSync('${log}', process.pid + '\\n')`;
  const body = `import { appendFileSync } from 'node:fs'; test('one', () => ${append});`;
  const paths = ['a', 'b', 'c', 'd'].map((name) => fileOf(`part-${name}.test.ts`, body));
  const other = fileOf('other.test.ts', "test('two', () => {});");
  const outcome = await run([...paths, other], { slots: 5, partOf: (path) => (path === other ? null : 'service') });
  assert.deepEqual(counts(outcome), { tests: 5, passed: 5, failed: 0 });
  const workers = readFileSync(log, 'utf8').trim().split('\n');
  assert.deepEqual([workers.length, new Set(workers).size], [4, 2]);
});

interface Run extends Outcome {
  readonly report: string;
}

/** Runs one made-up file through the runner. */
function outcomeOf(body: string, options: { endTimeoutMs?: number; only?: string } = {}): Promise<Run> {
  return run([fileOf('made-up.test.ts', body)], options);
}

/** Writes a test file. Returns its path from the project's root. */
function fileOf(name: string, body: string): string {
  const file = join(folder, name);
  writeFileSync(file, `import { test } from 'node:test';\n${body}\n`);
  return relative(projectRoot, file);
}

async function run(paths: readonly string[], options: Partial<RunOptions>): Promise<Run> {
  let report = '';
  const outcome = await runFiles(paths, {
    slots: 2,
    fileTimeoutMs: 60_000,
    testTimeoutMs: 60_000,
    ...options,
    signal: new AbortController().signal,
    write: (text) => {
      report += text;
    },
  });
  return { ...outcome, report };
}

function counts({ tests, passed, failed }: Run) {
  return { tests, passed, failed };
}

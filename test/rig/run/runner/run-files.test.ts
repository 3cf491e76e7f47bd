// Proves that the runner reports every kind of broken file as a failure.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { projectRoot } from '../../house/source-tree.ts';
import { type Outcome, runFiles } from './run-files.ts';

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

interface Run extends Outcome {
  readonly report: string;
}

/** Runs one made-up file through the runner. */
async function outcomeOf(body: string, options: { endTimeoutMs?: number; only?: string } = {}): Promise<Run> {
  const file = join(folder, 'made-up.test.ts');
  writeFileSync(file, `import { test } from 'node:test';\n${body}\n`);
  let report = '';
  const outcome = await runFiles([relative(projectRoot, file)], {
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

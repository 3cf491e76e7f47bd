// A runner that calls a broken file a success would be worse than none.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { projectRoot } from '../../house/source-tree.ts';

const folder = mkdtempSync(join(tmpdir(), 'quittance-runner-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('passing tests are counted', () => {
  const outcome = outcomeOf("test('one', () => {}); test('two', () => {});");
  assert.deepEqual(counts(outcome), { tests: 2, passed: 2, failed: 0 });
});

test('a failing test fails, and the report says where', () => {
  const outcome = outcomeOf("test('one', () => { throw new Error('broken here'); });");
  assert.deepEqual(counts(outcome), { tests: 1, passed: 0, failed: 1 });
  assert.match(outcome.report, /broken here/);
});

test('a file without a test fails', () => {
  assert.deepEqual(counts(outcomeOf('')), { tests: 1, passed: 0, failed: 1 });
});

test('a file that crashes before its first test fails', () => {
  assert.equal(outcomeOf("throw new Error('no'); test('one', () => {});").failed, 1);
});

test('a file whose process fails after its tests have passed fails', () => {
  const outcome = outcomeOf("test('one', () => {}); process.on('exit', () => { process.exitCode = 7; });");
  assert.equal(outcome.failed, 1);
});

test('a file that leaves something open is ended and fails, although its test passed', () => {
  const outcome = outcomeOf("test('one', () => {}); setInterval(() => {}, 1000);");
  assert.deepEqual(counts(outcome), { tests: 2, passed: 1, failed: 1 });
});

test('a skipped test is named, and is neither passed nor failed', () => {
  const outcome = outcomeOf("test('one', () => {}); test('two', { ['sk' + 'ip']: true }, () => {});");
  assert.deepEqual([outcome.passed, outcome.failed, outcome.skipped.length], [1, 0, 1]);
  assert.match(outcome.skipped[0] ?? '', /: two$/);
});

test('a name chooses the tests that run', () => {
  const outcome = outcomeOf("test('one', () => {}); test('two', () => { throw new Error(); });", { only: 'one' });
  assert.deepEqual([outcome.passed, outcome.failed], [1, 0]);
});

interface Run {
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly string[];
  readonly report: string;
}

/** Runs one made-up file through the runner, in a process that does not know that it is part of a test. */
function outcomeOf(body: string, options: { fileTimeoutMs?: number; only?: string } = {}): Run {
  const file = join(folder, 'made-up.test.ts');
  writeFileSync(file, `import { test } from 'node:test';\n${body}\n`);
  const settings = { slots: 2, fileTimeoutMs: 60_000, testTimeoutMs: 60_000, ...options };
  const script = `
    const { runFiles } = await import(${JSON.stringify(join(projectRoot, 'test/rig/run/runner/run-files.ts'))});
    let report = '';
    const write = (text) => { report += text; };
    const settings = { ...${JSON.stringify(settings)}, signal: new AbortController().signal, write };
    const outcome = await runFiles([${JSON.stringify(relative(projectRoot, file))}], settings);
    process.stdout.write(JSON.stringify({ ...outcome, report }));`;
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const starter = join(folder, 'starter.ts');
  writeFileSync(starter, script);
  const ran = spawnSync(process.execPath, [starter], { env, encoding: 'utf8' });
  assert.equal(ran.status, 0, ran.stderr);
  return JSON.parse(ran.stdout) as Run;
}

function counts({ tests, passed, failed }: Run) {
  return { tests, passed, failed };
}

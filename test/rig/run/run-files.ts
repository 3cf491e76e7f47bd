// Runs test files side by side, each in a process of its own with a time limit, and reports them in one readable
// stream.
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { EventData } from 'node:test';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { projectRoot } from '../house/source-tree.ts';

export interface RunOptions {
  /** How many files run at a time. */
  readonly concurrency: number;
  /** A file that takes longer is ended and has failed. */
  readonly fileTimeoutMs: number;
  readonly testTimeoutMs: number;
  /** Runs only the tests whose name matches this regular expression. */
  readonly only?: string | undefined;
  /** Ends the run early: files that run are ended, others are not begun. */
  readonly signal: AbortSignal;
  readonly write: (text: string) => void;
}

export interface Outcome {
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  /** The tests that were skipped or left for later, as "file: name". */
  readonly skipped: readonly string[];
  /** The five files that took longest. */
  readonly slowest: readonly { readonly path: string; readonly ms: number }[];
}

/** Runs every file; a file that holds no test, crashes or never ends counts as a failure. */
export async function runFiles(paths: readonly string[], options: RunOptions): Promise<Outcome> {
  const report = new PassThrough({ objectMode: true });
  const printed = printAll(report, options.write);
  const waiting = [...paths];
  const results: FileResult[] = [];
  const takeTurns = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined && !options.signal.aborted; path = waiting.shift()) {
      const result = await runFile(path, options);
      results.push(result);
      // A file's lines are written together, when it is done, so that files do not talk across each other.
      for (const event of result.events) report.write(event);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, takeTurns));
  const outcome = sum(results, paths.length - results.length);
  for (const [name, count] of closingLines(outcome)) {
    report.write({ type: 'test:diagnostic', data: { nesting: 0, level: 'info', message: `${name} ${count}` } });
  }
  report.end();
  await printed;
  return outcome;
}

interface FileResult {
  readonly path: string;
  readonly ms: number;
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly string[];
  readonly events: readonly RunEvent[];
}

interface RunEvent {
  readonly type: string;
  readonly data: object;
}

async function runFile(path: string, options: RunOptions): Promise<FileResult> {
  const started = performance.now();
  const file = join(projectRoot, path);
  const events: RunEvent[] = [];
  const skipped: string[] = [];
  let summary: EventData.TestSummary | undefined;
  let testsSeen = 0;
  const stream = run({
    files: [file],
    isolation: 'process',
    timeout: options.testTimeoutMs,
    signal: AbortSignal.any([options.signal, AbortSignal.timeout(options.fileTimeoutMs)]),
    ...(options.only === undefined ? {} : { testNamePatterns: new RegExp(options.only) }),
  });
  for await (const event of stream as AsyncIterable<RunEvent>) {
    const data = event.data as { name?: string; nesting?: number; file?: string; skip?: unknown; todo?: unknown };
    if (event.type === 'test:summary') summary = event.data as EventData.TestSummary;
    if (event.type === 'test:complete' && data.name !== file) testsSeen += 1;
    if (event.type === 'test:complete' && (data.skip !== undefined || data.todo !== undefined)) {
      skipped.push(`${path}: ${data.name}`);
    }
    if (!isClosing(event)) events.push(event);
  }
  const ms = performance.now() - started;
  if (testsSeen === 0 && options.only === undefined && summary?.success === true) {
    return { path, ms, tests: 1, passed: 0, failed: 1, skipped, events: [failure(file, 'It holds no test.')] };
  }
  if (testsSeen === 0 && summary?.success === true) {
    return { path, ms, tests: 0, passed: 0, failed: 0, skipped, events: [] };
  }
  const { tests = 1, passed = 0 } = summary?.counts ?? {};
  // A file can fail although each of its tests passed: an error after the last of them, or the time limit.
  const failed = Math.max(tests - passed - skipped.length, summary?.success === true ? 0 : 1);
  return { path, ms, tests, passed, failed, skipped, events };
}

/** The closing lines of one file's own run; the whole run has its own. */
function isClosing(event: RunEvent): boolean {
  if (event.type === 'test:summary') return true;
  const data = event.data as { file?: string };
  return event.type === 'test:diagnostic' && data.file === undefined;
}

function failure(file: string, message: string): RunEvent {
  const error = Object.assign(new Error(message), { stack: message });
  const details = { duration_ms: 0, type: 'test', error };
  return {
    type: 'test:fail',
    data: {
      name: file,
      nesting: 0,
      testNumber: 1,
      file,
      line: 1,
      column: 1,
      details,
      skip: undefined,
      todo: undefined,
    },
  };
}

function sum(results: readonly FileResult[], notRun: number): Outcome {
  const total = (of: (result: FileResult) => number): number => results.reduce((all, result) => all + of(result), 0);
  return {
    tests: total((result) => result.tests) + notRun,
    passed: total((result) => result.passed),
    failed: total((result) => result.failed) + notRun,
    skipped: results.flatMap((result) => result.skipped),
    slowest: [...results].sort((a, b) => b.ms - a.ms).slice(0, 5),
  };
}

function closingLines(outcome: Outcome): [string, number][] {
  return [
    ['tests', outcome.tests],
    ['pass', outcome.passed],
    ['fail', outcome.failed],
    ['skipped', outcome.skipped.length],
  ];
}

async function printAll(report: PassThrough, write: (text: string) => void): Promise<void> {
  for await (const text of report.pipe(new spec())) write(String(text));
}

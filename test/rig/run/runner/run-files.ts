// Runs test files concurrently in warm workers, and reports them in one readable stream.
import { PassThrough } from 'node:stream';
import { spec } from 'node:test/reporters';
import { type FileResult, resultOf } from './file-result.ts';
import { startWorker, type TestWorker, type WorkerOptions } from './test-worker.ts';
import type { RunEvent } from './worker-messages.ts';

export interface RunOptions extends WorkerOptions {
  /** The number of concurrent slots. */
  readonly slots: number;
  /** The number of slots that a file takes: 1 by default. */
  readonly slotsOf?: (path: string) => number;
  /** Ends the run early: files that run are ended, others are not begun. */
  readonly signal: AbortSignal;
  readonly write: (text: string) => void;
  /** Called with each file's result when it is done. */
  readonly onResult?: (result: FileResult) => void;
}

export interface Outcome {
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  /** Tests that were skipped or marked as todo, as "file: name". */
  readonly skipped: readonly string[];
  readonly files: readonly FileResult[];
}

/** Runs all files in this order. A file without tests, a crash, or a file that never ends counts as a failure. */
export async function runFiles(paths: readonly string[], options: RunOptions): Promise<Outcome> {
  const report = new PassThrough({ objectMode: true });
  const printed = printAll(report, options.write);
  const results: FileResult[] = [];
  const take = (result: FileResult) => {
    results.push(result);
    options.onResult?.(result);
    // All lines of a file are written together when it is done, so that output of files is not mixed.
    for (const event of result.events) report.write(event);
  };
  const { slotsOf = () => 1 } = options;
  const faults = await runSideBySide(paths, { ...options, slotsOf, take });
  const outcome = sum(results, paths.length - results.length, faults);
  for (const message of [...faults, ...closingLines(outcome)]) {
    report.write({ type: 'test:diagnostic', data: { nesting: 0, level: 'info', message } });
  }
  report.end();
  await printed;
  return outcome;
}

interface Turns extends WorkerOptions {
  readonly slots: number;
  readonly slotsOf: (path: string) => number;
  readonly signal: AbortSignal;
  readonly take: (result: FileResult) => void;
}

/** A worker keeps the modules of all files that it ran. One that holds more than this takes no further file. */
const mostResidentBytes = 1.2 * 2 ** 30;

/** Returns the faults of workers that belong to no file. */
async function runSideBySide(paths: readonly string[], turns: Turns): Promise<string[]> {
  const workers = new Set<TestWorker>();
  const idle: TestWorker[] = [];
  let free = turns.slots;
  const running = new Set<Promise<void>>();
  const killAll = () => {
    for (const worker of workers) worker.kill();
  };
  turns.signal.addEventListener('abort', killAll, { once: true });
  const startAnother = () => {
    const worker = startWorker(turns);
    workers.add(worker);
    return worker;
  };
  // One may have ended since its last file.
  const takeIdle = () => {
    let worker = idle.pop();
    while (worker?.isAlive === false) worker = idle.pop();
    return worker;
  };
  const ends: Promise<string | null>[] = [];
  const retire = (worker: TestWorker) => {
    workers.delete(worker);
    ends.push(worker.end());
  };
  const begin = (path: string, taken: number) => {
    free -= taken;
    const worker = takeIdle() ?? startAnother();
    const run = worker.run(path).then((done) => {
      free += taken;
      if ((done.cost?.residentBytes ?? 0) < mostResidentBytes) idle.push(worker);
      else retire(worker);
      turns.take(resultOf(path, done, turns.only !== undefined));
      running.delete(run);
    });
    running.add(run);
  };
  // In order: a file that takes two slots would never find them if others went first.
  for (const path of paths) {
    const taken = Math.min(turns.slotsOf(path), turns.slots);
    while (taken > free) await Promise.race(running);
    if (turns.signal.aborted) break;
    begin(path, taken);
  }
  await Promise.all(running);
  for (const worker of workers) retire(worker);
  const faults = await Promise.all(ends);
  turns.signal.removeEventListener('abort', killAll);
  return faults.filter((fault) => fault !== null);
}

function sum(results: readonly FileResult[], notRun: number, faults: readonly string[]): Outcome {
  const total = (of: (result: FileResult) => number): number => results.reduce((all, result) => all + of(result), 0);
  return {
    tests: total((result) => result.tests) + notRun + faults.length,
    passed: total((result) => result.passed),
    failed: total((result) => result.failed) + notRun + faults.length,
    skipped: results.flatMap((result) => result.skipped),
    files: results,
  };
}

function closingLines(outcome: Outcome): string[] {
  const { tests, passed, failed, skipped } = outcome;
  return [`tests ${tests}`, `pass ${passed}`, `fail ${failed}`, `skipped ${skipped.length}`];
}

async function printAll(report: PassThrough, write: (text: string) => void): Promise<void> {
  for await (const text of report.pipe(new spec()) as AsyncIterable<RunEvent | string>) write(String(text));
}

// Runs test files concurrently in warm workers, and reports them in one readable stream.
import { PassThrough } from 'node:stream';
import { spec } from 'node:test/reporters';
import { type FileResult, resultOf } from './file-result.ts';
import type { WorkerOptions } from './test-worker.ts';
import type { RunEvent } from './worker-messages.ts';
import { workersOf } from './workers.ts';

export interface RunOptions extends WorkerOptions {
  /** The number of concurrent slots. */
  readonly slots: number;
  /** The number of slots that a file takes: 1 by default. */
  readonly slotsOf?: (path: string) => number;
  /** The part that a file takes over from the one before it: at most two workers run the files of one part. */
  readonly partOf?: (path: string) => string | null;
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
  const { slotsOf = () => 1, partOf = () => null } = options;
  const faults = await runSideBySide(paths, { ...options, slotsOf, partOf, take });
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
  readonly partOf: (path: string) => string | null;
  readonly signal: AbortSignal;
  readonly take: (result: FileResult) => void;
}

/** Returns the faults of workers that belong to no file. */
async function runSideBySide(paths: readonly string[], turns: Turns): Promise<string[]> {
  const workers = workersOf(turns);
  let free = turns.slots;
  const running = new Set<Promise<void>>();
  const begin = (path: string, taken: number) => {
    free -= taken;
    const worker = workers.take(turns.partOf(path));
    const run = worker.run(path).then((done) => {
      free += taken;
      workers.giveBack(worker, done.cost?.residentBytes ?? 0);
      turns.take(resultOf(path, done, turns.only !== undefined));
      running.delete(run);
    });
    running.add(run);
  };
  const left = [...paths];
  while (left.length > 0 && !turns.signal.aborted) {
    // In order: a file that takes two slots would never find them if others went first.
    const path = left.find((one) => workers.isReadyFor(turns.partOf(one)));
    const taken = path === undefined ? Number.POSITIVE_INFINITY : Math.min(turns.slotsOf(path), turns.slots);
    if (path === undefined || taken > free) await Promise.race(running);
    else {
      left.splice(left.indexOf(path), 1);
      begin(path, taken);
    }
  }
  await Promise.all(running);
  return workers.end();
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

// Counts passed and failed tests of a file, and keeps their events.
import { join } from 'node:path';
import { projectRoot } from '../../house/source-tree.ts';
import type { FileRun } from './test-worker.ts';
import type { FileCost, RunEvent } from './worker-messages.ts';

export interface FileResult {
  readonly path: string;
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  /** Tests that were skipped or marked as todo, as "file: name". */
  readonly skipped: readonly string[];
  /** In the form of a separate run of the file. */
  readonly events: readonly RunEvent[];
  /** null if the worker ended before reporting it. */
  readonly cost: FileCost | null;
}

interface TestData {
  readonly name?: string;
  readonly nesting?: number;
  readonly skip?: unknown;
  readonly todo?: unknown;
  readonly details?: { readonly type?: string; readonly failureType?: string };
}

/** A file without tests has failed, unless the run selects tests by name. */
export function resultOf(path: string, { events, cost, crash }: FileRun, isOfChosenTests: boolean): FileResult {
  const own = events.filter((event) => !isSuiteOf(path, event));
  const suite = events.find((event) => event.type === 'test:fail' && isSuiteOf(path, event));
  const ended = own.filter(({ type, data }) => (type === 'test:pass' || type === 'test:fail') && isTest(data));
  const isLeft = ({ data }: RunEvent) => (data as TestData).skip !== undefined || (data as TestData).todo !== undefined;
  const skipped = ended.filter(isLeft).map(({ data }) => `${path}: ${(data as TestData).name}`);
  const passed = ended.filter((event) => event.type === 'test:pass' && !isLeft(event)).length;
  const failures = ended.filter((event) => event.type === 'test:fail' && !isLeft(event)).length;
  const outer = own.flatMap(unnested);
  const counts = { path, skipped, cost };
  if (crash !== null) return { ...counts, ...sums(passed, failures + 1), events: [...outer, failure(path, crash)] };
  if (suite !== undefined && (failures === 0 || !isOfItsTests(suite)))
    return { ...counts, ...sums(passed, failures + 1), events: [...outer, suite] };
  if (ended.length === 0 && !isOfChosenTests)
    return { ...counts, ...sums(0, 1), events: [failure(path, 'It holds no test.')] };
  return { ...counts, tests: ended.length, passed, failed: failures, events: outer };
}

/** False if the file itself failed, because it could not be loaded or one of its hooks threw. */
function isOfItsTests({ data }: RunEvent): boolean {
  return (data as TestData).details?.failureType === 'subtestsFailed';
}

function sums(passed: number, failed: number): Pick<FileResult, 'tests' | 'passed' | 'failed'> {
  return { tests: passed + failed, passed, failed };
}

function isTest(data: object): boolean {
  const { nesting = 0, details } = data as TestData;
  return nesting > 0 && details?.type !== 'suite';
}

/** Whether the event is from the suite that a worker puts around a file. */
function isSuiteOf(path: string, { data }: RunEvent): boolean {
  const { name, nesting } = data as TestData;
  return nesting === 0 && name === path;
}

/** The event without the surrounding suite; empty if it closes the worker's own run. */
function unnested(event: RunEvent): RunEvent[] {
  const { nesting } = event.data as TestData;
  if (event.type === 'test:summary') return [];
  if (nesting === undefined) return [event];
  return nesting === 0 ? [] : [{ ...event, data: { ...event.data, nesting: nesting - 1 } }];
}

function failure(path: string, message: string): RunEvent {
  const error = Object.assign(new Error(message), { stack: message });
  const file = join(projectRoot, path);
  const place = { file, line: 1, column: 1 };
  return {
    type: 'test:fail',
    data: {
      name: file,
      nesting: 0,
      testNumber: 1,
      skip: undefined,
      todo: undefined,
      ...place,
      details: { duration_ms: 0, type: 'test', error },
    },
  };
}

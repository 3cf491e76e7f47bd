// Counts the sources of chance in tests: seeds from the clock, sleeps, and loops that may never end.
import { codeOnly, importsOf, lineAt } from '../house/source-text.ts';
import { type SourceFile, sourceFiles } from '../house/source-tree.ts';

/** The only module that imports fast-check. It gives every property a fixed seed. */
const seeded = 'test/rig/chance/properties.ts';

interface Allowed {
  readonly path: string;
  /** The permitted number in this file. */
  readonly count: number;
  readonly why: string;
}

/** Timers that no test waits for: a time limit, or the delay of a stand-in. */
const allowedTimers: readonly Allowed[] = [
  { path: 'test/rig/run/runner/test-worker.ts', count: 2, why: 'the bounds of a file and of the end of a worker' },
  { path: 'test/rig/run/service-clock.ts', count: 1, why: 'the time after which a process has read its clock again' },
  { path: 'test/rig/client.ts', count: 1, why: '`until` itself: the pause between two looks' },
  { path: 'test/rig/receiver.ts', count: 2, why: 'the bound of its `until`; an answer that is cut after its status' },
  {
    path: 'test/rig/service/service-process.ts',
    count: 1,
    why: 'the bound after which a process that ignores SIGTERM is killed',
  },
  { path: 'test/rig/evm/anvil.ts', count: 1, why: 'the bound after which a process that ignores SIGTERM is killed' },
  {
    path: 'test/rig/utxo/litecoind.ts',
    count: 1,
    why: 'the bound after which a process that ignores SIGTERM is killed',
  },
  { path: 'test/operators/start-faults.test.ts', count: 1, why: 'the bound of a command that should end by itself' },
  { path: 'test/rig/evm/fault-proxy.ts', count: 1, why: 'plays an endpoint that sends its answer byte by byte' },
  {
    path: 'test/rig/browser/wallet-connect/relay-line.ts',
    count: 1,
    why: 'connects again after the relay ended the line',
  },
  { path: 'test/rig/browser/wallet.ts', count: 1, why: 'simulates a wallet owner who takes time to respond' },
];

/** Loops without their own bound. */
const allowedLoops: readonly Allowed[] = [
  {
    path: 'test/rig/run/runner/run-files.ts',
    count: 1,
    why: 'waits for one of the files that run, and each has a bound',
  },
  { path: 'test/rig/client.ts', count: 1, why: '`until` itself: it ends at its deadline' },
  { path: 'test/rig/run/free-port.ts', count: 1, why: 'draws one of 21,000 ports until one is free' },
];

/** Places where a test uses the clock or the system’s randomness, as `path:line`. */
export function seedsFromTheClock(files: readonly SourceFile[] = testSources()): string[] {
  const draws = /\bMath\.random\(|\bDate\.now\(\)\s*%/g;
  const seeds = /\b(?:seed\w*|chance(?:Of)?)\b[^;\n]*\b(?:Date\.now|performance\.now|random(?:Bytes|Int|UUID))\(/gi;
  return files.flatMap((file) => [
    ...[draws, seeds].flatMap((pattern) => placesIn(file, codeOnly(file.text), pattern)),
    ...placesIn(file, file.text, /\border by random\(\)/g),
    ...importsOf(file.text)
      .filter(({ specifier, typeOnly }) => specifier === 'fast-check' && !typeOnly && file.path !== seeded)
      .map(({ line }) => `${file.path}:${line}`),
  ]);
}

/** Places where a test waits for time instead of a condition, as `path:line`. */
export function sleeps(files: readonly SourceFile[] = testSources()): string[] {
  const timers = /\b(?:setTimeout|waitForTimeout|scheduler\.wait|Atomics\.wait)\(/g;
  const promised = /\bimport \{[^}]*\b(?:setTimeout|setInterval|scheduler)\b[^}]*\} from 'node:timers\/promises'/g;
  return files.flatMap((file) =>
    beyond(allowedTimers, file, [
      ...placesIn(file, codeOnly(file.text), timers),
      ...placesIn(file, file.text, promised),
    ]),
  );
}

/** Loops without a condition, and loops that await without counting, as `path:line`. */
export function unboundedLoops(files: readonly SourceFile[] = testSources()): string[] {
  return files.flatMap((file) => {
    const code = codeOnly(file.text);
    const endless = /\bfor\s*\([^;()]*;\s*;|\bwhile\s*\(\s*true\s*\)/g;
    const awaiting = [...code.matchAll(/\bwhile\s*\(|\bdo\s*\{/g)].filter(({ index }) => awaits(code, index));
    return beyond(allowedLoops, file, [
      ...new Set([
        ...placesIn(file, code, endless),
        ...awaiting.map(({ index }) => `${file.path}:${lineAt(file.text, index)}`),
      ]),
    ]);
  });
}

/** All code that tests run, including the rig, except the samples that test this file. */
function testSources(): SourceFile[] {
  const source = sourceFiles(['src', 'web', 'sdk', 'test'], ['.ts', '.tsx']);
  const isTest = (path: string) => path.startsWith('test/') || /\.test\.tsx?$/.test(path);
  return source.filter(({ path }) => isTest(path) && path !== 'test/rig/chance/luck.test.ts');
}

function placesIn({ path, text }: SourceFile, searched: string, pattern: RegExp): string[] {
  return [...searched.matchAll(pattern)].map(({ index }) => `${path}:${lineAt(text, index)}`);
}

/** Empty if a file does not exceed its permitted number. */
function beyond(allowed: readonly Allowed[], { path }: SourceFile, places: readonly string[]): string[] {
  const may = allowed.find((one) => one.path === path)?.count ?? 0;
  return places.length > may ? [...places] : [];
}

/** Whether the loop at `at` has an await in its condition or its body. */
function awaits(code: string, at: number): boolean {
  const head = endOfBrackets(code, code.slice(at).search(/[({]/) + at);
  const body = code.slice(head).search(/\S/) + head;
  const end = code[body] === '{' ? endOfBrackets(code, body) : code.indexOf(';', body);
  return /\bawait\b/.test(code.slice(at, end));
}

/** The position after the bracket that closes the one at `at`. */
function endOfBrackets(code: string, at: number): number {
  let depth = 0;
  for (let index = at; index < code.length; index += 1) {
    if ('({['.includes(code[index] as string)) depth += 1;
    if (')}]'.includes(code[index] as string)) depth -= 1;
    if (depth === 0) return index + 1;
  }
  return code.length;
}

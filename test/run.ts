// Runs the tests: all of them, or a choice by the command line (run-options.ts).
import { cpus } from 'node:os';
import { join } from 'node:path';
import { loadedBy, projectRoot } from './rig/house/source-tree.ts';
import { isRevision } from './rig/run/affected/changes.ts';
import { readReachMap } from './rig/run/affected/map/map-file.ts';
import { reachHashes } from './rig/run/affected/reach-hashes.ts';
import type { RunRecorder } from './rig/run/affected/record/record-run.ts';
import { costLine, overBudget } from './rig/run/costs/budget.ts';
import { costTable } from './rig/run/costs/cost-table.ts';
import { cpuSecondsOf, startsSoFar, sumOf } from './rig/run/costs/costs.ts';
import { readRecord, recordLines, writeRecord } from './rig/run/costs/run-record.ts';
import { type LeftOut, missingParts } from './rig/run/parts/missing-parts.ts';
import { chooseFiles } from './rig/run/runner/choose-files.ts';
import { startFailureLog } from './rig/run/runner/failure-log.ts';
import { longestFirst, slotsOf } from './rig/run/runner/order-files.ts';
import { runFiles } from './rig/run/runner/run-files.ts';
import { readRunOptions } from './rig/run/runner/run-options.ts';
import { openScratchSpace } from './rig/run/scratch-space.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort(signal));

const asked = readRunOptions(process.argv.slice(2), (word) => isRevision(projectRoot, word));
const record = readRecord();
const chosen = await chooseFiles(asked, record).catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
for (const line of chosen.lines) say(line);
if (chosen.paths.length === 0) process.exit(chosen.mustBeSome ? 1 : 0);

// Workers, services and commands load the same modules, so each module is compiled only once.
process.env.NODE_COMPILE_CACHE ??= join(projectRoot, 'node_modules/.cache/compiled');

const needs = new Map(chosen.paths.map((path) => [path, loadedBy(path)]));
const hashes = reachHashes(projectRoot, needs, readReachMap());
const selected = asked.sinceGreen ? notGreen() : chosen.paths;
if (selected.length === 0) process.exit(0);
for (const path of chosen.paths) if (!selected.includes(path)) needs.delete(path);
const leftOut = await missingParts(needs, say);
const runnable = selected.filter((path) => !leftOut.some((part) => part.files.includes(path)));
if (isNeeded('web/checkout/build.ts', 'test/rig/service.ts')) {
  const { buildCheckout } = await import('../web/checkout/build.ts');
  await buildCheckout({ if: 'missing or stale' });
}
if (isNeeded('test/rig/service.ts')) {
  const { buildService } = await import('../src/built/build-service.ts');
  await buildService({ if: 'missing or stale' });
}
if (isNeeded('web/console/build.ts')) {
  const { buildConsole } = await import('../web/console/build.ts');
  await buildConsole({ if: 'missing or stale' });
}
const failures = startFailureLog();
const recorder = asked.recordReach ? await startRecorder() : null;
const scratch = openScratchSpace();
const browser = await startTestBrowser();
const server = await startTestServer();
const inOrder = longestFirst(runnable, needs, record);
const isClose = (path: string) => chosen.closest.has(path);
const outcome = await runFiles([...inOrder.filter(isClose), ...inOrder.filter((path) => !isClose(path))], {
  slots: asked.slots ?? cpus().length * 2 + 1,
  slotsOf: (path) => slotsOf(path, needs),
  // Long enough for two busy cores; it only has to end what would never end.
  fileTimeoutMs: 40 * 60_000,
  testTimeoutMs: 5 * 60_000,
  only: asked.only,
  reachFolder: recorder?.folder,
  signal: stop.signal,
  write: (text) => void process.stdout.write(text),
  onResult: (result) => {
    failures.add(result);
    recorder?.add(result);
  },
}).finally(async () => {
  await browser?.stop();
  await server?.stop();
  scratch.close();
});
const lines = recordLines(outcome.files, asked.only === undefined ? hashes : new Map());
// A run that records costs more than others.
if (recorder === null) writeRecord(lines);
else say(`\n${await recorder.write({ isWhole: asked.isWhole && !stop.signal.aborted })}`);
say(`\n${costTable(lines, selected.length > 50 ? 40 : 5)}`);
sayLeftOut(leftOut, outcome.skipped);
const complete = leftOut.length === 0 && outcome.skipped.length === 0;
const wholeRun = complete || process.env.CI !== 'true';
if (!wholeRun) say('With CI=true nothing may be left out, so this run has failed.');
const starts = sumOf([startsSoFar(), ...lines.map((line) => line.starts)]);
const excesses = asked.isWhole ? overBudget(starts) : [];
if (outcome.failed > 0) say(`Failures, as they happened: ${failures.path}`);
for (const excess of excesses) say(excess);
const left = leftOut.flatMap((part) => part.files).length;
say(
  `tests ${outcome.tests}\npass ${outcome.passed}\nfail ${outcome.failed}\nleft out ${left + outcome.skipped.length}`,
);
say(costLine(cpuSecondsOf(process.pid), starts));
process.exitCode = outcome.failed === 0 && outcome.passed > 0 && wholeRun && excesses.length === 0 ? 0 : 1;
// A resource that a test failed to close must not keep the finished run alive.
process.exit(stop.signal.aborted ? 130 : (process.exitCode ?? 1));

/** All files except the ones that passed with unchanged dependencies. */
function notGreen(): string[] {
  const isGreen = (path: string) => hashes.has(path) && record.get(path)?.green === hashes.get(path);
  const left = chosen.paths.filter((path) => !isGreen(path));
  const green = chosen.paths.length - left.length;
  say(
    `${green} of ${chosen.paths.length} test files are left out: they passed, and their reach has not changed since.`,
  );
  return left;
}

async function startRecorder(): Promise<RunRecorder> {
  const { startRunRecorder } = await import('./rig/run/affected/record/record-run.ts');
  return startRunRecorder();
}

function isNeeded(...parts: readonly string[]): boolean {
  return runnable.some((path) => parts.some((part) => needs.get(path)?.has(part)));
}

/** One PostgreSQL server for all test files; each creates its own databases. */
async function startTestServer(): Promise<{ stop(): Promise<void> } | null> {
  if (!isNeeded('test/rig/database.ts')) return null;
  const { prepareTestServer } = await import('./rig/database.ts');
  const started = await prepared('test/rig/database.ts', prepareTestServer);
  process.env.TEST_DATABASE_URL = started.url;
  return started;
}

/** One Chromium for all test files; each opens its own contexts. */
async function startTestBrowser(): Promise<{ stop(): Promise<void> } | null> {
  if (!isNeeded('test/rig/browser/browser.ts')) return null;
  const { startSharedBrowser } = await import('./rig/browser/shared-browser.ts');
  const started = await prepared('test/rig/browser/browser.ts', startSharedBrowser);
  process.env.TEST_BROWSER_ENDPOINT = started.endpoint;
  return started;
}

function prepared<T>(part: string, act: () => Promise<T>): Promise<T> {
  return recorder === null ? act() : recorder.prepare(part, act);
}

function sayLeftOut(missing: readonly LeftOut[], skipped: readonly string[]): void {
  for (const part of missing) {
    say(`\nLeft out, because ${part.part} is missing (${part.remedy}):`);
    for (const path of part.files) say(`  ${path}`);
  }
  if (skipped.length > 0) say(`\nLeft out by the tests themselves:\n  ${skipped.join('\n  ')}`);
}

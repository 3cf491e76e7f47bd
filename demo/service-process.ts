// Starts the demo's service as a process of its own, with its log in a file, and stops it.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../test/rig/house/source-tree.ts';
import type { CommandLine } from '../test/rig/service/command-line.ts';
import { buildMissingPages } from '../web/build-pages.ts';
import type { Narrator } from './narrator.ts';

/** What the service's process tells the demo. */
export type ServiceNews = { readonly kind: 'ready' } | { readonly kind: 'fault'; readonly message: string };

export interface ServiceProcess {
  /** When it takes requests. */
  readonly ready: Promise<void>;
  /** Rejects when the service ends before it is told to. */
  readonly failure: Promise<never>;
  /** How its operator's command line is reached; by these sources unless given. */
  readonly commandLine?: CommandLine;
  stop(): Promise<void>;
}

/** How the demo's service comes to run. */
export interface ServiceRunner {
  /** What must be there before the first start. */
  prepare(tell: Narrator): Promise<unknown>;
  /**
   * Answers at once. `env` is all the environment it gets; its log goes into `folder`, under the name that `lastLines`
   * reads.
   */
  start(env: Readonly<Record<string, string>>, folder: string): ServiceProcess;
  /** Ends the line that says that it is ready. */
  readonly about: string;
}

export const serviceFromSources: ServiceRunner = {
  prepare: buildPages,
  start: startServiceProcess,
  about: 'with its own PostgreSQL',
};

/** A busy machine needs a minute and a half for the console alone. */
const buildMillis = 10 * 60_000;

function buildPages(tell: Narrator): Promise<void> {
  const build = () =>
    buildMissingPages((step) => {
      if (step.kind === 'built') tell.happened('page built', `${step.page}, ${(step.millis / 1000).toFixed(1)} s`);
    });
  return tell.step('building the pages, once for this version of them', build, { patienceMillis: buildMillis });
}

const stopMillis = 12_000;
const tailLines = 15;

/** The file in the demo's folder that holds what the service prints. */
export const serviceLog = (folder: string): string => join(folder, 'service.log');

function startServiceProcess(env: Readonly<Record<string, string>>, folder: string): ServiceProcess {
  const log = openSync(serviceLog(folder), 'a');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-service.ts')], {
    cwd: projectRoot,
    env,
    // A Ctrl-C in the terminal is for the demo, which then stops the service in its turn.
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  let isWanted = true;
  const gone = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const failure = gone.then((end) => {
    if (!isWanted) return new Promise<never>(() => undefined);
    throw new Error(`The service ended by itself (${end}).`);
  });
  // Whoever races against it hears of it; until somebody does, it is not lost.
  failure.catch(() => undefined);
  return {
    ready: Promise.race([readiness(child), failure]),
    failure,
    async stop() {
      isWanted = false;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const deaf = setTimeout(() => child.kill('SIGKILL'), stopMillis);
      await gone.finally(() => clearTimeout(deaf));
    },
  };
}

/** The end of the service's log as the closing paragraph of a message; empty where it was not started. */
export function lastLines(folder: string): string {
  const file = serviceLog(folder);
  if (!existsSync(file)) return '';
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-tailLines);
  return `The last lines of the service's log:\n\n${lines.join('\n') || '(it wrote none)'}`;
}

function readiness(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('message', (news: ServiceNews) => {
      if (news.kind === 'ready') resolve();
      else reject(new Error(news.message));
    });
  });
}

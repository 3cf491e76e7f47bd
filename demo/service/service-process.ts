// Starts the demo's service as a separate process, with its log in a file, and stops it.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import type { CommandLine } from '../../test/rig/service/command-line.ts';
import type { Narrator } from '../narrator.ts';

/** Messages from the service's process to the demo. */
export type ServiceNews = { readonly kind: 'ready' } | { readonly kind: 'fault'; readonly message: string };

export interface ServiceProcess {
  /** Resolves when the service accepts requests. */
  readonly ready: Promise<void>;
  /** Rejects if the service ends before the demo stops it. */
  readonly failure: Promise<never>;
  /** How to run the operator's command line; absent means from these sources. */
  readonly commandLine?: CommandLine;
  stop(): Promise<void>;
}

/** A way to run the demo's service. */
export interface ServiceRunner {
  /** Prepares everything for the first start. */
  prepare(tell: Narrator): Promise<unknown>;
  /**
   * Returns at once. `env` is the complete environment. The log is written to `folder`, under the name that `lastLines`
   * reads.
   */
  start(env: Readonly<Record<string, string>>, folder: string): ServiceProcess;
  /** The end of the line that reports the service as ready. */
  readonly about: string;
}

const stopMillis = 12_000;
const tailLines = 15;

/** The file in the demo's folder with the output of the service. */
export const serviceLog = (folder: string): string => join(folder, 'service.log');

/** Runs `program`, a version of run-service.ts, as the demo's service. */
export function startServiceProcess(
  program: string,
  env: Readonly<Record<string, string>>,
  folder: string,
): ServiceProcess {
  const log = openSync(serviceLog(folder), 'a');
  const child = spawn(process.execPath, [program], {
    cwd: projectRoot,
    env,
    // Detached, so that a Ctrl-C in the terminal reaches only the demo, which then stops the service.
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
    throw new Error(`The service ended unexpectedly (${end}).`);
  });
  // Prevents an unhandled rejection before a caller waits for it.
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

/** The end of the service's log as a paragraph for a message; empty if the service was not started. */
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

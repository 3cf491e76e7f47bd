// Starts the demo's service as a process of its own, with its log in a file, and stops it.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../test/rig/house/source-tree.ts';

/** What the service's process tells the demo. */
export type ServiceNews = { readonly kind: 'ready' } | { readonly kind: 'fault'; readonly message: string };

export interface ServiceProcess {
  /** Rejects when the service ends before it is told to. */
  readonly failure: Promise<never>;
  stop(): Promise<void>;
}

const stopMillis = 12_000;
const tailLines = 15;
const logName = 'service.log';

/**
 * Answers at once; `ready` resolves when it takes requests. `env` is all the environment it gets; its log is in
 * `folder`.
 */
export function startServiceProcess(
  env: Readonly<Record<string, string>>,
  folder: string,
): ServiceProcess & { ready: Promise<void> } {
  const log = openSync(join(folder, logName), 'a');
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
  const file = join(folder, logName);
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

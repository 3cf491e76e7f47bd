// The runner's view of a warm process that runs test files one after the other.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../house/source-tree.ts';
import { warmWorkerVariable } from './warm-worker.ts';
import type { FileCost, FromWorker, RunEvent, ToWorker } from './worker-messages.ts';

export interface WorkerOptions {
  /** A file that takes longer is ended and counts as failed. */
  readonly fileTimeoutMs: number;
  readonly testTimeoutMs: number;
  /** The time limit for a worker to end after a request: 30 seconds by default. After that it is killed. */
  readonly endTimeoutMs?: number;
  /** Runs only tests with names that match this regular expression. */
  readonly only?: string | undefined;
  /** Records the reach of each file, and writes it into this folder. */
  readonly reachFolder?: string | undefined;
}

export interface FileRun {
  /** The events of the file's tests, and of the suite that represents the file. */
  readonly events: readonly RunEvent[];
  readonly cost: FileCost | null;
  /** The reason that the worker ended during the file; null if it still runs. */
  readonly crash: string | null;
}

export interface TestWorker {
  readonly isAlive: boolean;
  run(path: string): Promise<FileRun>;
  /** Ends the worker. Returns the reason if it did not end cleanly, otherwise null. */
  end(): Promise<string | null>;
  kill(): void;
}

/** The suite's own time limit applies first. */
const graceMillis = 30_000;

export function startWorker(options: WorkerOptions): TestWorker {
  const child = launch(options);
  const exited = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  let current: OpenRun | null = null;
  let isReady = false;
  let waiting: (() => void) | null = null;
  let hasFailed = false;
  let isAlive = true;
  let endedIdle: string | null = null;
  child.on('message', (message: FromWorker) => {
    if (message.kind === 'ready') {
      isReady = true;
      waiting?.();
    } else if (message.kind === 'ended') current?.take({ cost: message.cost });
    else {
      if (message.event.type === 'test:fail') hasFailed = true;
      current?.take({ event: message.event });
    }
  });
  for (const [type, stream] of [
    ['test:stdout', child.stdout],
    ['test:stderr', child.stderr],
  ] as const) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      if (current === null) process.stderr.write(text);
      else current.take({ event: { type, data: { message: text } } });
    });
  }
  void exited.then(([code, signal]) => {
    isAlive = false;
    if (current === null) endedIdle = `A worker ended (${signal ?? code}) between two files.`;
    else current.crash(`The process ended (${signal ?? code}) while it ran this file.`);
  });
  const whenReady = async () => {
    if (!isReady) await new Promise<void>((resolve) => (waiting = resolve));
    isReady = false;
  };
  const send = (message: ToWorker) => void child.send(message);
  return {
    get isAlive() {
      return isAlive;
    },
    async run(path) {
      const run = openRun(path);
      current = run;
      const late = setTimeout(() => child.kill('SIGKILL'), options.fileTimeoutMs + graceMillis);
      void whenReady().then(() => isAlive && send({ path }));
      const done = await run.done;
      clearTimeout(late);
      current = null;
      return done;
    },
    async end() {
      if (!isAlive) return endedIdle;
      await Promise.race([whenReady(), exited]);
      if (isAlive) send({ path: null });
      const endMillis = options.endTimeoutMs ?? 30_000;
      const deaf = setTimeout(() => child.kill('SIGKILL'), endMillis);
      const [code, signal] = await exited;
      clearTimeout(deaf);
      if (signal !== null)
        return `A worker did not end within ${endMillis / 1000} s: one of its files left something open.`;
      return code === 0 || hasFailed ? null : `A worker ended with ${code} although its tests passed.`;
    },
    kill: () => void child.kill('SIGTERM'),
  };
}

function launch({ fileTimeoutMs, testTimeoutMs, only, reachFolder }: WorkerOptions): ChildProcess {
  const place = (name: string) => pathToFileURL(join(import.meta.dirname, name)).href;
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return spawn(
    process.execPath,
    [
      // Services start and stop in its threads. With more room for new objects, garbage collection moves far fewer.
      ...['--min-semi-space-size=16', '--max-semi-space-size=64'],
      // Its threads load this module first.
      ...(reachFolder === undefined ? [] : [`--import=${place('../affected/record/record-child.js')}`]),
      `--test-reporter=${place('events.reporter.ts')}`,
      `--test-timeout=${testTimeoutMs}`,
      ...(only === undefined ? [] : [`--test-name-pattern=${only}`]),
      join(import.meta.dirname, 'worker.ts'),
      ...(reachFolder === undefined ? [] : [reachFolder]),
    ],
    {
      cwd: projectRoot,
      env: { ...env, TEST_FILE_TIMEOUT_MS: String(fileTimeoutMs), [warmWorkerVariable]: '1' },
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
}

interface OpenRun {
  readonly done: Promise<FileRun>;
  take(part: { readonly event?: RunEvent; readonly cost?: FileCost }): void;
  crash(why: string): void;
}

/** A file is done when its suite has ended and its cost is known, in either order. */
function openRun(path: string): OpenRun {
  const events: RunEvent[] = [];
  let cost: FileCost | null = null;
  let isOver = false;
  let resolve: (run: FileRun) => void = () => undefined;
  const done = new Promise<FileRun>((settle) => (resolve = settle));
  return {
    done,
    take(part) {
      if (part.event !== undefined) {
        events.push(part.event);
        isOver ||= isEndOf(path, part.event);
      }
      cost = part.cost ?? cost;
      if (isOver && cost !== null) resolve({ events, cost, crash: null });
    },
    crash: (why) => resolve({ events, cost, crash: why }),
  };
}

function isEndOf(path: string, { type, data }: RunEvent): boolean {
  const { name, nesting } = data as { name?: string; nesting?: number };
  return (type === 'test:pass' || type === 'test:fail') && nesting === 0 && name === path;
}

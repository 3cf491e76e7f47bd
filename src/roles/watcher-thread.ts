// The watcher in a thread of its own, so that catching up with a chain never holds up a request.
import { Worker } from 'node:worker_threads';
import type { DestinationStream, Logger } from 'pino';
import type { ClockLead } from '../io/process/movable-clock.ts';
import type { RunningRole } from './api.ts';
import { type WatcherHealth, type WatcherPulse, watcherHealth } from './watcher-pulse.ts';

export interface ThreadData {
  readonly databaseUrl: string;
  readonly secretKey: Uint8Array;
  readonly publicUrl: string;
  /** Whether the thread posts the lines of its log, instead of writing them to standard output. */
  readonly postsLog: boolean;
  readonly clockLead: ClockLead | undefined;
}

/** From the thread: how it does, or a line of its log. */
export type ThreadMessage = WatcherPulse | string;

export interface ThreadOptions {
  readonly data: ThreadData;
  /** The thread starts when this has ended. */
  readonly checked: Promise<unknown>;
  /** The thread's process.env. */
  readonly variables: NodeJS.ProcessEnv;
  readonly log: Pick<Logger, 'error'>;
  /** Gets the lines that the thread posts; undefined where it posts none. */
  readonly logTo: DestinationStream | undefined;
}

const restartMillis = 1_000;
/** Room for new objects: left to itself it grows with the first blocks that are read, and stays as large. */
const youngMegabytes = 12;

/** One that dies is started again. */
export async function startWatcherThread({
  data,
  checked,
  variables,
  log,
  logTo,
}: ThreadOptions): Promise<RunningRole & { readonly health: WatcherHealth }> {
  const health = watcherHealth(() => performance.now());
  let isStopping = false;
  let gone: Promise<unknown> = Promise.resolve();
  let worker: Worker | null = null;
  const start = () => {
    const started = new Worker(new URL('./run-watcher.ts', import.meta.url), {
      workerData: data,
      env: variables,
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    });
    worker = started;
    started.on('message', (message: ThreadMessage) => {
      if (typeof message === 'string') logTo?.write(message);
      else health.hear(message);
    });
    started.on('error', (error) => log.error({ err: error }, 'the watcher died; starting it again'));
    gone = new Promise((resolve) => started.once('exit', resolve));
    started.once('exit', () => {
      worker = null;
      if (!isStopping) setTimeout(() => isStopping || start(), restartMillis);
    });
  };
  void checked.then(() => isStopping || start());
  return {
    health,
    async stop() {
      isStopping = true;
      worker?.postMessage('stop');
      await gone;
    },
  };
}

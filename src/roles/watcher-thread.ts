// Runs the watcher in a separate thread, so that catching up with a chain never delays a request.
import { Worker } from 'node:worker_threads';
import type { DestinationStream, Logger } from 'pino';
import type { ClockLead } from '../io/process/movable-clock.ts';
import type { RunningRole } from './api.ts';
import { type WatcherHealth, type WatcherPulse, watcherHealth } from './watcher-pulse.ts';

export interface ThreadData {
  readonly databaseUrl: string;
  readonly secretKey: Uint8Array;
  /** Whether the thread posts its log lines instead of writing them to standard output. */
  readonly postsLog: boolean;
  readonly clockLead: ClockLead | undefined;
}

/** Sent by the thread: its pulse, or a log line. */
export type ThreadMessage = WatcherPulse | string;

export interface ThreadOptions {
  readonly data: ThreadData;
  /** The thread starts when this settles. */
  readonly checked: Promise<unknown>;
  /** The process.env of the thread. */
  readonly variables: NodeJS.ProcessEnv;
  readonly log: Pick<Logger, 'error'>;
  /** Receives the log lines that the thread posts; undefined if it posts none. */
  readonly logTo: DestinationStream | undefined;
}

const restartMillis = 1_000;
/** The limit for new objects. By default the space grows with the first blocks and never shrinks. */
const youngMegabytes = 12;

/** A thread that dies is restarted. */
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

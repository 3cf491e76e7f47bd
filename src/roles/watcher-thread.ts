// The watcher in a thread of its own, so that catching up with a chain never holds up a request.
import { Worker } from 'node:worker_threads';
import type { RunningRole } from './api.ts';
import { type WatcherHealth, type WatcherPulse, watcherHealth } from './watcher-pulse.ts';

export interface ThreadData {
  readonly databaseUrl: string;
  readonly secretKey: Uint8Array;
  readonly publicUrl: string;
}

const restartMillis = 1_000;
/** Room for new objects: left to itself it grows with the first blocks that are read, and stays as large. */
const youngMegabytes = 12;

/** Starts the thread when `checked` has ended; one that dies is started again. */
export async function startWatcherThread(
  data: ThreadData,
  checked: Promise<unknown>,
  log: { error(facts: object, message: string): void },
): Promise<RunningRole & { readonly health: WatcherHealth }> {
  const health = watcherHealth(() => performance.now());
  let isStopping = false;
  let gone: Promise<unknown> = Promise.resolve();
  let worker: Worker | null = null;
  const start = () => {
    const started = new Worker(new URL('./run-watcher.ts', import.meta.url), {
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    });
    worker = started;
    started.on('message', (pulse: WatcherPulse) => health.hear(pulse));
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

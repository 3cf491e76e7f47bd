// The watcher in a thread of its own, so that catching up with a chain never holds up a request.
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { readEnvironment } from '../io/environment.ts';
import { createLog } from '../io/log.ts';
import type { RunningRole } from './api.ts';
import { openInstance } from './open-instance.ts';
import { startWatcher } from './watcher.ts';

interface ThreadData {
  readonly databaseUrl: string;
  readonly secretKey: Uint8Array;
  readonly publicUrl: string;
}

const restartMillis = 1_000;

/** Starts the thread; one that dies is started again. */
export async function startWatcherThread(
  data: ThreadData,
  log: { error(facts: object, message: string): void },
): Promise<RunningRole> {
  let isStopping = false;
  let gone: Promise<unknown> = Promise.resolve();
  let worker: Worker | null = null;
  const start = () => {
    const started = new Worker(new URL(import.meta.url), { workerData: data });
    worker = started;
    started.on('error', (error) => log.error({ err: error }, 'the watcher died; starting it again'));
    gone = new Promise((resolve) => started.once('exit', resolve));
    started.once('exit', () => {
      worker = null;
      if (!isStopping) setTimeout(() => isStopping || start(), restartMillis);
    });
  };
  start();
  return {
    async stop() {
      isStopping = true;
      worker?.postMessage('stop');
      await gone;
    },
  };
}

async function run(data: ThreadData): Promise<void> {
  const environment = { ...readEnvironment(process.env), publicUrl: data.publicUrl };
  const log = createLog(environment.logLevel);
  const secretKey = Buffer.from(data.secretKey);
  const open = await openInstance({
    environment,
    databaseUrl: data.databaseUrl,
    secretKey,
    log,
    name: 'watcher',
    maxConnections: 10,
    asksRates: true,
  });
  const watcher = await startWatcher(open.instance);
  parentPort?.once('message', async () => {
    await watcher.stop();
    await open.close();
    parentPort?.close();
  });
}

if (parentPort !== null) await run(workerData as ThreadData);

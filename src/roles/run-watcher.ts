// Runs in the watcher's thread: opens an instance with its own connections and runs it until told to stop.
import { parentPort, workerData } from 'node:worker_threads';
import { readEnvironment } from '../io/environment.ts';
import { createLog } from '../io/log.ts';
import { releaseMemory } from '../io/shrink-heap.ts';
import { terminalLog } from '../io/text-log.ts';
import { openInstance } from './open-instance.ts';
import { startWatcher } from './watcher.ts';
import { LoopTurns, pulseMillis } from './watcher-pulse.ts';
import type { ThreadData, ThreadMessage } from './watcher-thread.ts';

async function run(data: ThreadData): Promise<void> {
  const environment = readEnvironment(process.env);
  const log = createLog(environment.logLevel, data.postsLog ? { write: post } : terminalLog(process.env));
  const secretKey = Buffer.from(data.secretKey);
  const open = await openInstance({
    environment,
    databaseUrl: data.databaseUrl,
    secretKey,
    log,
    name: 'watcher',
    maxConnections: 10,
    asksRates: true,
    // The main thread asks the same sources.
    logsRates: false,
    clockLead: data.clockLead,
  });
  log.level = open.environment.logLevel;
  releaseMemory();
  const turns = new LoopTurns(() => performance.now());
  const watcher = await startWatcher(open.instance, (loop) => turns.turn(loop));
  const pulsing = setInterval(() => {
    post({ turned: turns.ages(), pools: open.instance.db.pools() });
  }, pulseMillis);
  parentPort?.once('message', async () => {
    clearInterval(pulsing);
    await watcher.stop();
    await open.close();
    parentPort?.close();
  });
}

function post(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

await run(workerData as ThreadData);

// Reads the configuration, opens the database, and runs the roles until the process is told to stop.
import { flushCompileCache } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { keepCompiledCode } from './io/compiled-code.ts';
import { abandonServers } from './io/db/embedded/abandon-servers.ts';
import { releaseMemory } from './io/shrink-heap.ts';
import { StartFault } from './io/start-fault.ts';
import type { OpenedRoles } from './open-service.ts';

const stopMillis = 9_500;
/** npm forwards a Ctrl-C that the terminal also sent to this process. A second one this soon is the same key press. */
const samePressMillis = 400;

/** By then, the signal that ended a child process has arrived here too. */
const childLeadMillis = 50;

const stopping = new AbortController();

async function main(): Promise<void> {
  keepCompiledCode(process.env);
  let service: OpenedRoles | null = null;
  let stoppedAt: number | null = null;
  const stop = (signal: 'SIGINT' | 'SIGTERM') => {
    if (stoppedAt === null) {
      stoppedAt = performance.now();
      stopping.abort();
      if (service !== null) stopRoles(service, signal);
    } else if (signal === 'SIGINT' && performance.now() - stoppedAt > samePressMillis) {
      leaveAtOnce();
    }
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  // Loaded from here on, so that it is found compiled.
  const { openService } = await import('./open-service.ts');
  service = await openService({ variables: process.env, signal: stopping.signal });
  // A process that is killed later would leave nothing to the next one.
  flushCompileCache();
  releaseMemory();
  await service.ready.catch(async (error: unknown) => {
    await service?.stop();
    throw error;
  });
}

function stopRoles({ environment, log, stop }: OpenedRoles, signal: 'SIGINT' | 'SIGTERM'): void {
  log.info({ signal }, 'stopping');
  // After a Ctrl-C, no load balancer has to notice first that this process stops.
  const drainSeconds = signal === 'SIGTERM' ? environment.drainSeconds : 0;
  // Unfinished work is done by the next process.
  setTimeout(() => process.exit(0), drainSeconds * 1000 + stopMillis).unref();
  stop(drainSeconds).then(
    () => process.exit(0),
    (error: unknown) => {
      log.error({ err: error }, 'did not stop cleanly');
      process.exit(1);
    },
  );
}

/** A second Ctrl-C does not wait for unfinished work. An embedded database still stops in order. */
function leaveAtOnce(): void {
  abandonServers();
  process.exit(130);
}

main().catch(async (error: unknown) => {
  // A Ctrl-C also ends child processes, such as initdb, and their error arrives before the signal of this process.
  await delay(childLeadMillis);
  if (stopping.signal.aborted) process.exit(0);
  const isExpected = error instanceof StartFault || (error instanceof Error && error.name === 'PageNotBuilt');
  process.stderr.write(
    isExpected
      ? `quittance: ${(error as Error).message}\n`
      : `quittance: could not start: ${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});

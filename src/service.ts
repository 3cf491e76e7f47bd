// Reads the configuration, opens the database, and runs the roles until the process is told to stop.
import { flushCompileCache } from 'node:module';
import { keepCompiledCode } from './io/compiled-code.ts';
import { giveBackMemory } from './io/shrink-heap.ts';
import { StartFault } from './io/start-fault.ts';

const stopMillis = 9_500;

async function main(): Promise<void> {
  keepCompiledCode(process.env);
  // Loaded from here on, so that it is found compiled.
  const { openService } = await import('./open-service.ts');
  const service = await openService({ variables: process.env });
  const { environment, log } = service;
  // A process that is killed later would leave nothing to the next one.
  flushCompileCache();
  giveBackMemory();
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    // What is not finished by then is finished by whoever starts next.
    const drainSeconds = signal === 'SIGTERM' ? environment.drainSeconds : 0;
    setTimeout(() => process.exit(0), drainSeconds * 1000 + stopMillis).unref();
    service.stop(drainSeconds).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  // Ctrl-C: nobody who could be sent elsewhere first.
  process.on('SIGINT', () => stop('SIGINT'));
  await service.ready.catch(async (error: unknown) => {
    await service.stop();
    throw error;
  });
}

main().catch((error: unknown) => {
  const isExpected = error instanceof StartFault || (error instanceof Error && error.name === 'PageNotBuilt');
  process.stderr.write(
    isExpected
      ? `quittance: ${(error as Error).message}\n`
      : `quittance: could not start: ${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});

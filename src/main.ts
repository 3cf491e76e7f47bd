// The service: reads its configuration, opens its database, and runs its roles until it is told to stop.
import { buildCheckout } from '../web/checkout/build.ts';
import { readEnvironment } from './io/environment.ts';
import { createLog } from './io/log.ts';
import { StartFault } from './io/start-fault.ts';
import { startService } from './roles/start-service.ts';

const stopMillis = 9_500;

async function main(): Promise<void> {
  const environment = readEnvironment(process.env);
  const log = createLog(environment.logLevel);
  const checkoutDirectory = environment.roles.has('api') ? await buildCheckout({ if: 'missing or stale' }) : '';
  const service = await startService({ environment, log, checkoutDirectory });
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    // What is not finished by then is finished by whoever starts next.
    setTimeout(() => process.exit(0), stopMillis).unref();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}

main().catch((error: unknown) => {
  const isExpected = error instanceof StartFault || (error instanceof Error && error.name === 'CheckoutNotBuilt');
  process.stderr.write(
    isExpected
      ? `quittance: ${(error as Error).message}\n`
      : `quittance: could not start: ${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});

// The demo's service process: what `npm start` runs, with the demo's wallet beside it. It ends with the demo.
import { rmSync } from 'node:fs';
import { readEnvironment } from '../src/io/environment.ts';
import { createLog } from '../src/io/log.ts';
import { startService } from '../src/roles/start-service.ts';
import { buildCheckout } from '../web/checkout/build.ts';
import type { ServiceNews } from './service-process.ts';
import { serveDemoWallet, type WalletFacts } from './wallet-rpc.ts';

const stopMillis = 9_500;
let stop = async (): Promise<void> => undefined;
let isStopping = false;

process.on('SIGTERM', () => void end());
process.on('disconnect', () => void end());

try {
  const environment = readEnvironment(process.env);
  const wallet = JSON.parse(process.env.DEMO_WALLET ?? '') as WalletFacts;
  const service = await startService({
    environment,
    log: createLog(environment.logLevel),
    checkoutDirectory: await buildCheckout({ if: 'missing or stale' }),
    checkoutScripts: ['/demo-wallet.js'],
    extend: (app) => serveDemoWallet(app, wallet),
  });
  stop = service.stop;
  if (isStopping) await end();
  else report({ kind: 'ready' });
} catch (error) {
  report({ kind: 'fault', message: (error as Error).message });
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
  process.disconnect?.();
}

async function end(): Promise<void> {
  isStopping = true;
  setTimeout(() => process.exit(1), stopMillis).unref();
  await stop();
  // The demo is gone, however that came: nobody else would clear up.
  if (!process.connected) rmSync(process.env.DEMO_FOLDER ?? '', { recursive: true, force: true });
  process.exit();
}

function report(news: ServiceNews): void {
  if (process.connected) process.send?.(news);
}

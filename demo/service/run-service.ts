// The demo's service process: runs the same as `npm start`, with the demo's wallet added. It ends with the demo.
import { rmSync } from 'node:fs';
import { openService } from '../../src/open-service.ts';
import { serveVisitor, type Visitor } from '../visitor/visitor-sign-in.ts';
import { serveDemoWallet, type WalletFacts } from '../wallet/wallet-rpc.ts';
import type { ServiceNews } from './service-process.ts';

const stopMillis = 9_500;
let isStopping = false;

const starting = start();
starting.then(
  () => report({ kind: 'ready' }),
  (error: Error) => {
    report({ kind: 'fault', message: error.message });
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
    process.disconnect?.();
  },
);
process.on('SIGTERM', () => void end());
process.on('disconnect', () => void end());
// The demo ended before this process could listen for it.
if (!process.connected) void end();

async function start() {
  const wallet = JSON.parse(process.env.DEMO_WALLET ?? '') as WalletFacts;
  const visitor = JSON.parse(process.env.DEMO_VISITOR ?? '') as Visitor;
  return openService({
    variables: process.env,
    pageScripts: ['/demo-wallet.js'],
    extend: (app) => {
      serveDemoWallet(app, wallet);
      serveVisitor(app, visitor);
    },
  });
}

/**
 * A running start is completed first, even if it is no longer needed. Otherwise a half-created database would remain.
 */
async function end(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), stopMillis).unref();
  const service = await starting.catch(() => null);
  await service?.stop();
  // The demo is gone, for any reason, so this process must clean up.
  if (!process.connected) rmSync(process.env.DEMO_FOLDER ?? '', { recursive: true, force: true });
  process.exit();
}

function report(news: ServiceNews): void {
  if (process.connected) process.send?.(news);
}

// The demo: `npm run demo` opens a shop on this machine and keeps it open. With `--once` it also pays, and ends.
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { keepOpen } from './keep-open.ts';
import { createNarrator } from './narrator.ts';
import { openShop } from './open-shop.ts';
import { payInInstallments } from './pay-in-installments.ts';
import { scratchFolder } from './scratch-folder.ts';
import { lastLines } from './service-process.ts';

const farewellMillis = 15_000;
/**
 * npm forwards a Ctrl-C that the terminal also sent to this process. A second one this soon after the first is the same
 * key press.
 */
const samePressMillis = 400;

const once = readArguments();
const tell = createNarrator(once ? 'elapsed time' : 'time of day');
const belongings = new AsyncDisposableStack();
const folder = scratchFolder();
belongings.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
let leavingSince: number | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted());
// The reader has closed the pipe, as in `npm run demo | head`.
process.stdout.on('error', () => leave(1));

try {
  const shop = await openShop(tell, { folder, belongings });
  await Promise.race([once ? payInInstallments(shop, tell) : keepOpen(shop, tell), shop.failure]);
  await leave(0);
} catch (error) {
  // Errors caused by closing are not reported.
  if (leavingSince === null) {
    tell.failed(`${(error as Error).message}\n\n${lastLines(folder)}`);
    await leave(1);
  }
}

function readArguments(): boolean {
  try {
    return parseArgs({ options: { once: { type: 'boolean', default: false } } }).values.once;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\nUsage: npm run demo [-- --once]\n`);
    process.exit(2);
  }
}

function interrupted(): void {
  if (leavingSince === null) {
    tell.say('');
    tell.say('Stopping. Press Ctrl-C again to stop at once.');
    // Ctrl-C is the normal end of the open shop, but interrupts a demo that pays by itself.
    void leave(once ? 130 : 0);
  } else if (performance.now() - leavingSince > samePressMillis) {
    // The service notices that this process is gone, and stops its database itself.
    process.exit(130);
  }
}

/** Closes everything that was opened, last first, and ends this process. */
async function leave(code: number): Promise<void> {
  if (leavingSince !== null) return;
  leavingSince = performance.now();
  setTimeout(() => process.exit(code || 1), farewellMillis);
  try {
    await belongings.disposeAsync();
  } catch (error) {
    tell.failed(`Not everything could be closed: ${(error as Error).message}`);
    process.exit(1);
  }
  process.exit(code);
}

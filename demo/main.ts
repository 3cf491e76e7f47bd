// The demo: `npm run demo` opens a shop on this machine and keeps it open; with `--once` it also pays, and ends.
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { keepOpen } from './keep-open.ts';
import { createNarrator } from './narrator.ts';
import { openShop } from './open-shop.ts';
import { payInInstallments } from './pay-in-installments.ts';
import { scratchFolder } from './scratch-folder.ts';
import { lastLines } from './service-process.ts';

const farewellMillis = 15_000;
/** npm passes on a Ctrl-C that the terminal has sent us as well: so soon after the first, it is the same one. */
const samePressMillis = 400;

const once = readArguments();
const tell = createNarrator(once ? 'elapsed time' : 'time of day');
const belongings = new AsyncDisposableStack();
const folder = scratchFolder();
belongings.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
let leavingSince: number | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted());
// Nobody reads on, as in `npm run demo | head`: there is no one left to show anything to.
process.stdout.on('error', () => leave(1));

try {
  const shop = await openShop(tell, { folder, belongings });
  await Promise.race([once ? payInInstallments(shop, tell) : keepOpen(shop, tell), shop.failure]);
  await leave(0);
} catch (error) {
  // What fails because everything is being closed is no news.
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
    // Ctrl-C is how the open shop is meant to end; where it pays by itself, it was not done yet.
    void leave(once ? 130 : 0);
  } else if (performance.now() - leavingSince > samePressMillis) {
    // The service notices that we are gone, and stops its database by itself.
    process.exit(130);
  }
}

/** Closes all that was opened, the last first, and ends this process. */
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

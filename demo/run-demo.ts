// Opens the demo's shop and keeps it open, or pays its invoice and ends.
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { keepOpen } from './keep-open.ts';
import { createNarrator, type Narrator } from './narrator.ts';
import { openShop } from './open-shop.ts';
import { payInInstallments } from './pay-in-installments.ts';
import { scratchFolder } from './scratch-folder.ts';
import { lastLines, type ServiceRunner } from './service/service-process.ts';

export interface Demo {
  readonly runner: ServiceRunner;
  /** For the usage: the command that users type. */
  readonly command: string;
  readonly args: readonly string[];
  /** Makes sure that the program of the local chain is installed. */
  readonly prepareChain?: (tell: Narrator) => Promise<void>;
}

const farewellMillis = 15_000;
/**
 * npm forwards a Ctrl-C that the terminal also sent to this process. A second one this soon after the first is the same
 * key press.
 */
const samePressMillis = 400;

/** Runs until a signal arrives, or with `--once` until the invoice is paid. Ends this process. */
export async function runDemo(demo: Demo): Promise<void> {
  const once = readArguments(demo);
  const tell = createNarrator(once ? 'elapsed time' : 'time of day');
  const belongings = new AsyncDisposableStack();
  const folder = scratchFolder();
  belongings.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const leaving = leavingProcess(tell, belongings, once);
  try {
    tell.say('Quittance demo: a shop, a chain and a customer, all on this machine and gone when it ends.\n');
    await demo.prepareChain?.(tell);
    const shop = await openShop(tell, { folder, belongings }, demo.runner);
    await Promise.race([once ? payInInstallments(shop, tell) : keepOpen(shop, tell), shop.failure]);
    await leaving.leave(0);
  } catch (error) {
    // Errors caused by closing are not reported.
    if (!leaving.hasBegun()) {
      tell.failed(`${(error as Error).message}\n\n${lastLines(folder)}`);
      await leaving.leave(1);
    }
  }
}

function readArguments({ args, command }: Demo): boolean {
  try {
    return parseArgs({ args: [...args], options: { once: { type: 'boolean', default: false } } }).values.once;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\nUsage: ${command}\n`);
    process.exit(2);
  }
}

function leavingProcess(tell: Narrator, belongings: AsyncDisposableStack, once: boolean) {
  let since: number | null = null;
  /** Closes everything that was opened, last first, and ends this process. */
  const leave = async (code: number): Promise<void> => {
    if (since !== null) return;
    since = performance.now();
    setTimeout(() => process.exit(code || 1), farewellMillis);
    try {
      await belongings.disposeAsync();
    } catch (error) {
      tell.failed(`Not everything could be closed: ${(error as Error).message}`);
      process.exit(1);
    }
    process.exit(code);
  };
  const interrupted = () => {
    if (since === null) {
      tell.say('');
      tell.say('Stopping. Press Ctrl-C again to stop at once.');
      // Ctrl-C is the normal end of the open shop, but interrupts a demo that pays by itself.
      void leave(once ? 130 : 0);
    } else if (performance.now() - since > samePressMillis) {
      // The service notices that this process is gone, and stops its database itself.
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupted);
  // The reader has closed the pipe, as in `npm run demo | head`.
  process.stdout.on('error', () => leave(1));
  return { leave, hasBegun: () => since !== null };
}

// Ports for programs that must be told one: below those that the system hands out by itself (32768 and up), so that
// nobody who takes any free one gets it meanwhile.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Browsers and `fetch` refuse some lower ones. */
const lowest = 11_000;
const highest = 32_000;

/** Free now, and hardly taken by anybody else: it may be bound seconds later, and again after a restart. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

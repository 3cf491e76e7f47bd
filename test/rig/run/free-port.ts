// Chooses ports for programs that need a fixed one. They are below the system's own range (32768 and up), so that
// programs that take any free port do not collide.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Browsers and `fetch` reject some lower ports. */
const lowest = 11_000;
const highest = 32_000;

/** A free port that other programs will hardly take. It may be bound seconds later, and again after a restart. */
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

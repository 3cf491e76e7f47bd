// Ports for programs that must be told one: below those that the system hands out by itself (32768 and up), so that
// nobody who takes any free one gets it meanwhile.
import { createServer } from 'node:net';

/** Browsers and `fetch` refuse some lower ones. */
const lowest = 11_000;
const count = 21_000;
let given = 0;

/** Another one than a process with a near number is given: it may be bound seconds later, and again after a restart. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + ((process.pid * 8 + given++) % count);
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

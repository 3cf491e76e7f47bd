// Gives back what only the start needed: left to itself, Node keeps its room for new objects as large as it ever was.
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Whoever starts a service calls it at once: that comes first. */
const quietMillis = 5_000;

/** Once, some seconds from now: a tenth of a second's work. Where Node has no such way, nothing happens. */
export async function giveBackMemory(): Promise<void> {
  await delay(quietMillis, undefined, { ref: false });
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('typeof gc === "function" ? gc : null');
  // As when memory runs out: all that is free goes back to the system.
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

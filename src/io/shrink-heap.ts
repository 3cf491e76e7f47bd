// Releases the memory that only the start needed. By itself, Node never shrinks its space for new objects.
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Callers use a service right after its start, so their requests come first. */
const quietMillis = 5_000;

/** Runs once after some seconds, and takes a tenth of a second. Does nothing if Node does not support it. */
export async function giveBackMemory(): Promise<void> {
  await delay(quietMillis, undefined, { ref: false });
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('typeof gc === "function" ? gc : null');
  // Like when memory runs out: returns all free memory to the system.
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

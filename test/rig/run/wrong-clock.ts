// Loaded into the service first. Shifts the clock of its process by the seconds in a file, also while it runs.
import { readFileSync } from 'node:fs';

/** Contains the shift in seconds as text: positive if the clock is ahead of the real one. */
const file = process.env.WRONG_CLOCK_FILE ?? '';
const RealDate = Date;
const lookMillis = 50;

let aheadMillis = errorNow();
let lookedAt = performance.now();

/** Reads the file again from time to time, so that a test can set the clock while the service runs. */
function now(): number {
  if (performance.now() - lookedAt > lookMillis) {
    aheadMillis = errorNow();
    lookedAt = performance.now();
  }
  return RealDate.now() + aheadMillis;
}

function errorNow(): number {
  return Number(readFileSync(file, 'utf8')) * 1_000;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});

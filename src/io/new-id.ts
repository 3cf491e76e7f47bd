// Fresh ids. Those of UUID version 7 sort by the time they were made; those of version 4 cannot be guessed.
import { randomFillSync, randomUUID } from 'node:crypto';

const pool = Buffer.alloc(4096);
let poolUsed = pool.length;
let lastTime = 0;
let counter = 0;

/**
 * A UUIDv7 (RFC 9562 §5.7). Ids of one process always grow: within a millisecond, or when the clock is set back, the 12
 * bits after the version count up (§6.2, method 1), and when they run out the next millisecond is used early.
 */
export function newId(unixMilliseconds: number = Date.now()): string {
  const random = nextRandom();
  if (unixMilliseconds > lastTime) {
    lastTime = unixMilliseconds;
    // The counter starts in the lower half, so that there is room to count.
    counter = random.readUInt16BE(0) & 0x7ff;
  } else if (++counter > 0xfff) {
    lastTime++;
    counter = random.readUInt16BE(0) & 0x7ff;
  }
  const time = lastTime.toString(16).padStart(12, '0');
  const count = counter.toString(16).padStart(3, '0');
  const variant = ((random[2] as number) & 0x3f) | 0x80;
  const tail = variant.toString(16) + random.toString('hex', 3, 10);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

/** No UUIDv7 that was made at this time or later sorts below it. */
export function firstIdOf(unixMilliseconds: number): string {
  const time = Math.max(0, unixMilliseconds).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** A UUIDv4: for ids whose knowledge is a right. */
export function newSecretId(): string {
  return randomUUID();
}

/** Ten random bytes, drawn from the system a page at a time. */
function nextRandom(): Buffer {
  if (poolUsed + 10 > pool.length) {
    randomFillSync(pool);
    poolUsed = 0;
  }
  poolUsed += 10;
  return pool.subarray(poolUsed - 10, poolUsed);
}

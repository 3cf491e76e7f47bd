// Creates ids. UUIDs of version 7 sort by creation time. UUIDs of version 4 cannot be guessed.
import { randomFillSync, randomUUID } from 'node:crypto';

const pool = Buffer.alloc(4096);
let poolUsed = pool.length;
let lastTime = 0;
let counter = 0;

/**
 * Returns a UUIDv7 (RFC 9562 §5.7). The ids of one process always increase. Within a millisecond, or when the clock is
 * set back, the 12 bits after the version are a counter (§6.2, method 1). If the counter overflows, the next
 * millisecond is used early.
 */
export function newId(unixMilliseconds: number = Date.now()): string {
  const random = nextRandom();
  if (unixMilliseconds > lastTime) {
    lastTime = unixMilliseconds;
    // The counter starts in the lower half, to leave room for counting.
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

/** Returns the lower bound of all UUIDv7 that are created at this time or later. */
export function firstIdOf(unixMilliseconds: number): string {
  const time = Math.max(0, unixMilliseconds).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** Returns a UUIDv4, for ids that grant access to those who know them. */
export function newSecretId(): string {
  return randomUUID();
}

/** Returns ten random bytes. Fetches a page at a time from the system. */
function nextRandom(): Buffer {
  if (poolUsed + 10 > pool.length) {
    randomFillSync(pool);
    poolUsed = 0;
  }
  poolUsed += 10;
  return pool.subarray(poolUsed - 10, poolUsed);
}

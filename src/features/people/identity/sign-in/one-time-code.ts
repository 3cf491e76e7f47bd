// Computes the time steps of one-time codes (RFC 6238 with RFC 4226: SHA-1, six digits, 30 seconds).
import { createHmac, timingSafeEqual } from 'node:crypto';

const stepMillis = 30_000;
/** The number of accepted steps before and after the current one, for clocks that differ. */
const drift = 1;

/** Returns the accepted step with this code, the newest if there are several. Null for a wrong code. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const present = Math.floor(now.getTime() / stepMillis);
  for (let step = present + drift; step >= present - drift; step--) {
    const expected = Buffer.from(codeOfStep(secret, step));
    const given = Buffer.from(code);
    if (given.length === expected.length && timingSafeEqual(given, expected)) return step;
  }
  return null;
}

/** Six digits. */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) as number) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

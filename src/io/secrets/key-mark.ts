// Computes a mark that distinguishes keys.
import { createHmac } from 'node:crypto';

/** Returns the same mark for the same key. It does not reveal the key. */
export function keyMark(key: Buffer): string {
  return createHmac('sha256', key).update('quittance backup 1').digest('hex').slice(0, 32);
}

// The secret in a mailed link.
import { randomBytes } from 'node:crypto';

/** Returns 256 random bits as base64url. Only their SHA-256 is stored. */
export function newLinkToken(): string {
  return randomBytes(32).toString('base64url');
}

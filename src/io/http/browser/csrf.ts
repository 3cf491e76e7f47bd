// CSRF tokens prove that a change by cookie comes from a page of this origin, and not from another site.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../../core/problem.ts';
import { readCookie } from './cookies.ts';
import { isSameOrigin } from './same-origin.ts';

export interface Csrf {
  /**
   * Returns headers for the response to a safe request of this session: its current token, or a new one in the second
   * half of its lifetime.
   */
  offer(headers: IncomingHttpHeaders, sessionId: string, now: Date): Readonly<Record<string, string>>;
  /**
   * Throws Problem csrf_failed unless header and cookie each contain a token of this session that is at most an hour
   * old. Also throws it for a request from another origin.
   */
  check(headers: IncomingHttpHeaders, sessionId: string, now: Date): void;
}

const cookieName = 'csrf_';
const lifetimeMillis = 3_600_000;
const renewMillis = lifetimeMillis / 2;
// The clocks of several nodes differ slightly.
const aheadMillis = 60_000;

/**
 * Tokens are UUIDs of version 8 (RFC 9562 §5.8): 48 bits of time and 74 bits of HMAC-SHA-256 over the time and the
 * session. Nothing is stored, and any node can verify them. `key` has 32 bytes.
 */
export function csrfTokens(key: Buffer, publicUrl: string): Csrf {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return {
    offer(headers, sessionId, now) {
      const held = readCookie(headers.cookie, cookieName);
      const token =
        held !== null && ageOf(key, held, sessionId, now) < renewMillis ? held : mintCsrfToken(key, sessionId, now);
      const maxAge = Math.ceil((lifetimeMillis - ageOf(key, token, sessionId, now)) / 1000);
      return {
        'x-csrf-token': token,
        'set-cookie': `${cookieName}=${token}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`,
        'cache-control': 'no-store',
        vary: 'Cookie',
      };
    },
    check(headers, sessionId, now) {
      if (!isSameOrigin(headers, publicUrl)) {
        throw new Problem('csrf_failed', { detail: 'The request comes from a page of another origin.' });
      }
      const header = headers['x-csrf-token'];
      const given = [typeof header === 'string' ? header : null, readCookie(headers.cookie, cookieName)];
      // They need not be equal, because two tabs may hold tokens of different ages.
      if (given.every((token) => token !== null && ageOf(key, token, sessionId, now) <= lifetimeMillis)) return;
      throw new Problem('csrf_failed');
    },
  };
}

/** Returns a token of this session, valid for an hour. */
export function mintCsrfToken(key: Buffer, sessionId: string, now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  const mac = createHmac('sha256', key).update(`csrf\n${time}\n${sessionId}`).digest();
  const bytes = Buffer.concat([Buffer.from(time, 'hex'), mac.subarray(0, 10)]);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const uuidV8 = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Returns the token's age in milliseconds, or Infinity if this service did not issue it for this session. */
function ageOf(key: Buffer, token: string, sessionId: string, now: Date): number {
  if (!uuidV8.test(token)) return Number.POSITIVE_INFINITY;
  const made = new Date(Number.parseInt(token.slice(0, 8) + token.slice(9, 13), 16));
  const expected = mintCsrfToken(key, sessionId, made);
  if (!timingSafeEqual(Buffer.from(token), Buffer.from(expected))) return Number.POSITIVE_INFINITY;
  const age = now.getTime() - made.getTime();
  return age < -aheadMillis ? Number.POSITIVE_INFINITY : Math.max(age, 0);
}

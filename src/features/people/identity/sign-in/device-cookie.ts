// The cookie by which a browser is known in which a person has signed in (OWASP "device cookies"): strangers' wrong
// guesses are not its owner's.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieNameOn } from '../../../../core/urls/public-path.ts';
import { readCookie } from '../../../../io/http/browser/cookies.ts';

/** A browser that knows a person; it lets nobody in. */
export interface KnownDevice {
  readonly userId: string;
  /** Random; counts its attempts. */
  readonly id: string;
}

export interface DeviceCookies {
  /** The device that this Cookie header proves; null for none, or one not of our making. */
  read(cookieHeader: string | undefined): KnownDevice | null;
  /** A Set-Cookie header by which this browser is known as one of this person's. */
  make(userId: string): string;
}

/** Browsers keep no cookie for longer (RFC 6265bis §5.5). Seconds. */
const lifetimeSeconds = 400 * 86_400;

/** key: 32 secret bytes of the instance. */
export function deviceCookies(key: Buffer, publicUrl: string): DeviceCookies {
  const isSecure = publicUrl.startsWith('https:');
  const name = cookieNameOn(publicUrl, 'quittance_device');
  const sign = (userId: string, id: string) => createHmac('sha256', key).update(`${userId}.${id}`).digest();
  return {
    read(cookieHeader) {
      const [userId, id, mac, ...rest] = readCookie(cookieHeader, name)?.split('.') ?? [];
      if (userId === undefined || id === undefined || mac === undefined || rest.length > 0) return null;
      const given = Buffer.from(mac, 'base64url');
      const expected = sign(userId, id);
      return given.length === expected.length && timingSafeEqual(given, expected) ? { userId, id } : null;
    },
    make(userId) {
      const id = randomBytes(16).toString('base64url');
      const value = `${userId}.${id}.${sign(userId, id).toString('base64url')}`;
      const attributes = `Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
      return `${name}=${value}; ${attributes}`;
    },
  };
}

// The cookie that identifies a browser in which a person has signed in (OWASP "device cookies"). Wrong guesses from
// other browsers then do not count against the owner's browser.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieNameOn } from '../../../../core/urls/public-path.ts';
import { readCookie } from '../../../../io/http/browser/cookies.ts';

/** A browser in which a person has signed in. The cookie alone does not sign them in. */
export interface KnownDevice {
  readonly userId: string;
  /** Random. Attempts are counted under it. */
  readonly id: string;
}

export interface DeviceCookies {
  /** Returns the device in this Cookie header, or null if there is none or the cookie is forged. */
  read(cookieHeader: string | undefined): KnownDevice | null;
  /** Returns a Set-Cookie header that identifies this browser as one of the person's. */
  make(userId: string): string;
}

/** In seconds. Browsers keep no cookie for longer (RFC 6265bis §5.5). */
const lifetimeSeconds = 400 * 86_400;

/** `key` holds 32 secret bytes of the instance. */
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

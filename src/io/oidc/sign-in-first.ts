// Sends who is not signed in to the sign-in before anything is kept: until then the request is in the address alone.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { endpoints } from './endpoints.ts';

/** The name in the query under which the address says when the request was first made. */
export const firstAsked = 'first_asked';

/** How long a request may wait for its sign-in and still count from its beginning, in milliseconds. */
const patienceMillis = 3_600_000;

/** Of one authorization request, as the provider has read it. */
export type RequestParams = Readonly<Record<string, unknown>>;

/** The path, below the issuer, at which this very request goes on after a sign-in. key: 32 bytes. */
export function pathAfterSignIn(key: Buffer, params: RequestParams, askedMillis: number): string {
  const query = new URLSearchParams(entriesOf(params));
  query.set(firstAsked, `${askedMillis}.${macOf(key, params, askedMillis)}`);
  return `${endpoints.authorization}?${query}`;
}

/**
 * When this request was first made, in milliseconds, if its address says so in our own words: a sign-in since then is
 * the one that it asked for. Otherwise it is made now.
 */
export function whenAsked(key: Buffer, params: RequestParams, said: unknown, nowMillis: number): number {
  const [, digits, mac] = /^(\d{13})\.([\w-]{43})$/.exec(typeof said === 'string' ? said : '') ?? [];
  if (digits === undefined || mac === undefined) return nowMillis;
  const asked = Number(digits);
  const isOurs = timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(key, params, asked)));
  return isOurs && asked <= nowMillis && nowMillis - asked <= patienceMillis ? asked : nowMillis;
}

function macOf(key: Buffer, params: RequestParams, askedMillis: number): string {
  const text = JSON.stringify([askedMillis, entriesOf(params)]);
  return createHmac('sha256', key).update(text).digest('base64url');
}

function entriesOf(params: RequestParams): [string, string][] {
  return Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

// Sends a person who is not signed in to the sign-in page before anything is stored. Until then, only the URL contains
// the request.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { endpoints } from './endpoints.ts';

/** The query parameter with the time of the first request. */
export const firstAsked = 'first_asked';

/** The time in milliseconds for which a request may wait for its sign-in and keep its start time. */
const patienceMillis = 3_600_000;

/** The parameters of an authorization request, as parsed by the provider. */
export type RequestParams = Readonly<Record<string, unknown>>;

/** Returns the path, below the issuer, at which this request continues after a sign-in. `key` has 32 bytes. */
export function pathAfterSignIn(key: Buffer, params: RequestParams, askedMillis: number): string {
  const query = new URLSearchParams(entriesOf(params));
  query.set(firstAsked, `${askedMillis}.${macOf(key, params, askedMillis)}`);
  return `${endpoints.authorization}?${query}`;
}

/**
 * Returns when this request was first made, in milliseconds. Uses the time in the URL if this service signed it,
 * otherwise now. A later sign-in satisfies the request.
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

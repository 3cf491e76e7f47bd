// How long a personal access token may live, and from which addresses it works.
import { type FieldError, fieldProblem, Problem } from './problem.ts';
import { type AddressBytes, isWithin, parseAddress, parseRange } from './public-address.ts';

const dayMillis = 86_400_000;

/** The life of a token for which no end was asked. */
export const usualLifeMillis = 90 * dayMillis;

/** When a token ends. Throws Problem naming `expires_at`: it is over already, or more than a year away. */
export function tokenEnd(asked: Date | null, now: Date): Date {
  if (asked === null) return new Date(now.getTime() + usualLifeMillis);
  if (!(asked > now)) throw fieldProblem('expires_at', 'in_the_past', 'Must be in the future.');
  if (asked > inAYear(now)) throw fieldProblem('expires_at', 'too_late', 'A token lives for a year at the most.');
  return asked;
}

/** Throws Problem naming each range that is none. */
export function checkRanges(cidrs: readonly string[]): void {
  const errors: FieldError[] = [];
  for (const [index, text] of cidrs.entries()) {
    if (parseRange(text) !== null) continue;
    const message = 'Must be an address or a range such as 203.0.113.0/24 or 2001:db8::/32, without bits beyond it.';
    errors.push({ field: `cidrs.${index}`, code: 'invalid_format', message });
  }
  if (errors.length > 0) throw new Problem('validation_failed', { errors });
}

/**
 * Whether a token works from there. `address` is what the request came from; one that cannot be read is in no range.
 */
export function worksFrom(cidrs: readonly string[] | null, address: string): boolean {
  if (cidrs === null) return true;
  const forms = formsOf(address);
  return cidrs.some((text) => {
    const range = parseRange(text);
    return range !== null && forms.some((form) => isWithin(form, range));
  });
}

/** An IPv4 caller on a socket for both families is told in IPv6 form (RFC 4291 §2.5.5.2), and is the same caller. */
function formsOf(address: string): AddressBytes[] {
  const bytes = parseAddress(address.split('%', 1)[0] as string);
  if (bytes === null) return [];
  const isMapped = bytes.length === 16 && bytes.slice(0, 12).every((byte, index) => byte === (index < 10 ? 0 : 255));
  return isMapped ? [bytes, bytes.slice(12)] : [bytes];
}

/** The same day of the next year, so that a leap year is a year too. */
function inAYear(now: Date): Date {
  const later = new Date(now);
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  return later;
}

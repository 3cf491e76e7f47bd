// Limits of personal access tokens: their lifetime and their address ranges.
import { type FieldError, fieldProblem, Problem } from './problem.ts';
import { type AddressBytes, type AddressRange, isWithin, parseAddress, parseRange } from './public-address.ts';

const dayMillis = 86_400_000;

/** The lifetime of a token that was created without an end. */
export const usualLifeMillis = 90 * dayMillis;

/** The time at which a token ends. Throws Problem naming `expires_at` if it is past or more than a year away. */
export function tokenEnd(asked: Date | null, now: Date): Date {
  if (asked === null) return new Date(now.getTime() + usualLifeMillis);
  if (!(asked > now)) throw fieldProblem('expires_at', 'in_the_past', 'Must be in the future.');
  if (asked > inAYear(now)) throw fieldProblem('expires_at', 'too_late', 'A token lives for a year at the most.');
  return asked;
}

/** The smallest allowed prefix, in bits. A wider range holds more addresses than any single network has. */
const fewestBits = { ipv4: 8, ipv6: 19 };

/**
 * The ranges in the form in which a token stores them: IPv4-mapped ones as IPv4, without duplicates. Throws Problem
 * naming each range that is invalid, or wider than /8 (IPv4) or /19 (IPv6).
 */
export function readRanges(cidrs: readonly string[]): string[] {
  const errors: FieldError[] = [];
  const kept = new Set<string>();
  for (const [index, text] of cidrs.entries()) {
    const field = `cidrs.${index}`;
    const range = parseRange(text);
    if (range === null) errors.push({ field, code: 'invalid_format', message: aboutFormat });
    else if (isTooWide(range)) errors.push({ field, code: 'too_wide', message: aboutWidth });
    else kept.add(unmapped(range) ?? text);
  }
  if (errors.length > 0) throw new Problem('validation_failed', { errors });
  return [...kept];
}

const aboutFormat = 'Must be an address or a range such as 203.0.113.0/24 or 2001:db8::/32, without bits beyond it.';
const aboutWidth = `Must not be wider than /${fewestBits.ipv4} (IPv4) or /${fewestBits.ipv6} (IPv6).`;

/** Whether a token counts as bound to address ranges. A single range that is too wide makes it unbound. */
export function isBoundToRanges(cidrs: readonly string[] | null): boolean {
  if (cidrs === null) return false;
  const ranges = cidrs.map(parseRange);
  return ranges.every((range) => range !== null && !isTooWide(range));
}

/** ::ffff:0:0, the first IPv4-mapped address (RFC 4291 §2.5.5.2). */
const mappedStart: AddressBytes = [...new Array<number>(10).fill(0), 0xff, 0xff, 0, 0, 0, 0];
const mappedPrefix = 96;

function isMapped(address: AddressBytes): boolean {
  return isWithin(address, { bytes: mappedStart, prefix: mappedPrefix });
}

function isTooWide(range: AddressRange): boolean {
  const { bytes, prefix } = range;
  if (bytes.length === 4) return prefix < fewestBits.ipv4;
  if (isMapped(bytes)) return prefix < mappedPrefix + fewestBits.ipv4;
  // A range around all mapped addresses would admit every IPv4 caller.
  return prefix < fewestBits.ipv6 || isWithin(mappedStart, range);
}

/** An IPv4-mapped range as IPv4; null for any other range. */
function unmapped({ bytes, prefix }: AddressRange): string | null {
  if (!isMapped(bytes) || prefix < mappedPrefix) return null;
  const address = bytes.slice(12).join('.');
  return prefix === 128 ? address : `${address}/${prefix - mappedPrefix}`;
}

/** Whether a token works from the request's `address`. An unreadable address is in no range. */
export function worksFrom(cidrs: readonly string[] | null, address: string): boolean {
  if (cidrs === null) return true;
  const forms = formsOf(address);
  return cidrs.some((text) => {
    const range = parseRange(text);
    return range !== null && forms.some((form) => isWithin(form, range));
  });
}

/** On a dual-stack socket, an IPv4 caller appears with an IPv6 address (RFC 4291 §2.5.5.2). It is the same caller. */
function formsOf(address: string): AddressBytes[] {
  const bytes = parseAddress(address.split('%', 1)[0] as string);
  if (bytes === null) return [];
  return isMapped(bytes) ? [bytes, bytes.slice(12)] : [bytes];
}

/** The same day of the next year, so that leap years count as one year. */
function inAYear(now: Date): Date {
  const later = new Date(now);
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  return later;
}

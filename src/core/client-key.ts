// Under which name an address is counted, wherever what it may do is bounded.
import { type AddressRange, isWithin, parseAddress, parseRange } from './public-address.ts';

/**
 * An IPv6 address by its first 64 bits, since whoever has one has them all (RFC 6177); IPv4, mapped into IPv6 or not,
 * as it is. What is no address stays as it is.
 */
export function household(address: string): string {
  // Nearly all of them: nothing of it can be spelled in two ways.
  if (!address.includes(':')) return address;
  const bytes = parseAddress(address.split('%', 1)[0] as string);
  if (bytes === null) return address;
  if (bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff)
    return bytes.slice(12).join('.');
  const groups = [0, 2, 4, 6].map((at) => (((bytes[at] as number) << 8) | (bytes[at + 1] as number)).toString(16));
  return `${groups.join(':')}::/64`;
}

/**
 * Whether a caller of this address is in the house: this machine, or its private network. From there come a developer,
 * and a proxy that TRUST_PROXY does not name, behind which everybody would be one. False for what is no address.
 */
export function isInHouse(address: string): boolean {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1] ?? address.split('%', 1)[0];
  const bytes = parseAddress(mapped ?? '');
  return bytes !== null && inHouse.some((range) => isWithin(bytes, range));
}

/** Loopback, private and link-local: RFC 1122, 1918, 3927, 4193, 4291. */
const inHouse = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
].map((text) => parseRange(text) as AddressRange);

// The key by which a client address is counted for limits.
import { type AddressRange, isWithin, parseAddress, parseRange } from './public-address.ts';

/**
 * An IPv6 address is reduced to its first 64 bits, since one client usually has all of them (RFC 6177). An IPv4
 * address, also when mapped into IPv6, stays as it is. Other text is returned unchanged.
 */
export function household(address: string): string {
  // Most addresses are IPv4, which has only one spelling.
  if (!address.includes(':')) return address;
  const bytes = parseAddress(address.split('%', 1)[0] as string);
  if (bytes === null) return address;
  if (bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff)
    return bytes.slice(12).join('.');
  const groups = [0, 2, 4, 6].map((at) => (((bytes[at] as number) << 8) | (bytes[at + 1] as number)).toString(16));
  return `${groups.join(':')}::/64`;
}

/**
 * Whether an address belongs to this machine or its private network. Such callers are developers, or a proxy that
 * TRUST_PROXY does not name, which would make all its clients one. Returns false for invalid addresses.
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

// Decides whether an IP address belongs to the public internet, by its bytes and an explicit list, never by its
// spelling.

/** An address as 4 (IPv4) or 16 (IPv6) bytes. */
export type AddressBytes = readonly number[];

export interface AddressRange {
  readonly bytes: AddressBytes;
  /** How many leading bits the addresses of the range have in common with `bytes`. */
  readonly prefix: number;
}

/**
 * Parses an address in canonical spelling: dotted decimal without leading zeros (RFC 6943 §3.1.1), or RFC 4291 §2.2
 * text, embedded IPv4 included. Returns null for anything else, including zone identifiers.
 */
export function parseAddress(text: string): AddressBytes | null {
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

/**
 * Parses `address/prefix`, or a single address as a range of one. Returns null if the text is malformed or has bits set
 * beyond the prefix.
 */
export function parseRange(text: string): AddressRange | null {
  const slash = text.indexOf('/');
  const bytes = parseAddress(slash === -1 ? text : text.slice(0, slash));
  if (bytes === null) return null;
  const prefixText = slash === -1 ? String(bytes.length * 8) : text.slice(slash + 1);
  if (!/^(0|[1-9][0-9]{0,2})$/.test(prefixText)) return null;
  const prefix = Number(prefixText);
  if (prefix > bytes.length * 8) return null;
  const clean = bytes.every((byte, index) => (byte & ~maskOfByte(prefix, index) & 0xff) === 0);
  return clean ? { bytes, prefix } : null;
}

export function isWithin(address: AddressBytes, range: AddressRange): boolean {
  if (address.length !== range.bytes.length) return false;
  return address.every((byte, index) => (byte & maskOfByte(range.prefix, index)) === range.bytes[index]);
}

/**
 * Whether a host of the public internet can have this address. IPv4: all but the listed ranges. IPv6: only 2000::/3,
 * less the listed ranges, so that every form with an embedded IPv4 address (mapped, NAT64, 6to4, Teredo) is refused.
 */
export function isPublicAddress(address: AddressBytes): boolean {
  if (address.length === 4) return !specialIpv4.some((range) => isWithin(address, range));
  return isWithin(address, globalUnicast) && !specialIpv6.some((range) => isWithin(address, range));
}

/**
 * The IANA IPv4 Special-Purpose Address Registry (RFC 6890), multicast (RFC 5771), and one cloud provider's own
 * address.
 */
const specialIpv4 = ranges([
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's host agent: a public address that only its virtual machines can reach
  '169.254.0.0/16', // link-local, cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // IETF protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT relays
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, limited broadcast
]);

/** The only part of IPv6 that is delegated to hosts (IANA IPv6 Global Unicast Address Assignments). */
const globalUnicast: AddressRange = { bytes: [0x20, ...new Array<number>(15).fill(0)], prefix: 3 };

/** The ranges of the IANA IPv6 Special-Purpose Address Registry within 2000::/3. */
const specialIpv6 = ranges([
  '2001::/23', // IETF protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]);

function ranges(texts: readonly string[]): readonly AddressRange[] {
  return texts.map((text) => {
    const range = parseRange(text);
    if (range === null) throw new Error(`not an address range: ${text}`);
    return range;
  });
}

function maskOfByte(prefix: number, index: number): number {
  const bits = Math.min(8, Math.max(0, prefix - index * 8));
  return (0xff << (8 - bits)) & 0xff;
}

function parseIpv4(text: string): AddressBytes | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part))) return null;
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : null;
}

function parseIpv6(text: string): AddressBytes | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const head = groupsToBytes(halves[0] as string, halves.length === 1);
  const tail = halves.length === 2 ? groupsToBytes(halves[1] as string, true) : [];
  if (head === null || tail === null) return null;
  const missing = 16 - head.length - tail.length;
  // '::' replaces at least one group of zeros (RFC 5952 asks for two; RFC 4291 allows one).
  if (halves.length === 2 ? missing < 2 : missing !== 0) return null;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** Parses colon-separated groups into bytes. An IPv4 address is allowed only at the very end of the whole address. */
function groupsToBytes(text: string, endsAddress: boolean): number[] | null {
  if (text === '') return [];
  const groups = text.split(':');
  const bytes: number[] = [];
  for (const [index, group] of groups.entries()) {
    if (/^[0-9a-fA-F]{1,4}$/.test(group)) {
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
      continue;
    }
    const embedded = endsAddress && index === groups.length - 1 ? parseIpv4(group) : null;
    if (embedded === null) return null;
    bytes.push(...embedded);
  }
  return bytes;
}

// Decides which URLs the outbound gate accepts, by the URL alone. The addresses of its host are checked at the call.
import { type AddressRange, isPublicAddress, isWithin, parseAddress } from '../../core/public-address.ts';

/** The reason why a URL is not called. */
export type UrlRefusal =
  | 'not_a_url'
  | 'scheme_not_allowed'
  | 'credentials_not_allowed'
  | 'port_not_allowed'
  | 'name_not_public'
  | 'address_not_public';

const explanations: Readonly<Record<UrlRefusal, string>> = {
  not_a_url: 'Must be an absolute http or https URL.',
  scheme_not_allowed: 'Only http and https are called.',
  credentials_not_allowed: 'A URL with a user name or password in it is not called.',
  port_not_allowed: 'Only ports 80 and 443 are called, and ports above 1023 without a well-known internal service.',
  name_not_public: 'The host is not a public name.',
  address_not_public: 'The host is not a public address.',
};

export function explainRefusal(refusal: UrlRefusal): string {
  return explanations[refusal];
}

/**
 * Returns why `text` must not be called, or null. Unusual forms of IPv4 addresses (127.1, 0x7f.1, 2130706433,
 * 017700000001) count as addresses, because the WHATWG URL parser normalizes them first.
 */
export function refuseUrl(text: string, allowed: readonly AddressRange[]): UrlRefusal | null {
  const url = URL.parse(text);
  if (url === null) return 'not_a_url';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme_not_allowed';
  if (url.username !== '' || url.password !== '') return 'credentials_not_allowed';
  if (!isCallablePort(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)))
    return 'port_not_allowed';
  const literal = parseAddress(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  if (literal !== null) return isCallable(literal, allowed) ? null : 'address_not_public';
  if (url.hostname === '' || url.hostname.endsWith('.')) return 'name_not_public';
  // If the operator allows private ranges, local names may lead to them. Their addresses are still checked.
  if (allowed.length === 0 && localName.test(url.hostname)) return 'name_not_public';
  return null;
}

/** Whether a connection to this address is allowed. */
export function isCallable(address: readonly number[], allowed: readonly AddressRange[]): boolean {
  return isPublicAddress(address) || allowed.some((range) => isWithin(address, range));
}

/**
 * Names that public DNS never resolves (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal), and names with a single
 * label.
 */
const localName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|localdomain)$|^[^.]+$/;

function isCallablePort(port: number): boolean {
  return port === 80 || port === 443 || (port > 1023 && !internalPorts.has(port));
}

/** Ports of databases, queues, consoles and control planes that often accept commands without authentication. */
const internalPorts = new Set([
  1433, 1434, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3268, 3269, 3306, 3389, 4369, 4646, 5432, 5433, 5601, 5672,
  5900, 5984, 5985, 5986, 6000, 6379, 6380, 6432, 6443, 6667, 7001, 7077, 7199, 7474, 7687, 8086, 8332, 8333, 8500,
  8545, 8546, 8600, 8983, 9042, 9092, 9160, 9200, 9300, 9418, 10250, 10255, 10256, 11211, 15672, 18332, 18443, 25672,
  26257, 26379, 27017, 27018, 27019,
]);

// Resolves a host name to addresses that may be called, with the interface of Node's sockets.
import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressBytes, parseAddress } from '../../core/public-address.ts';
import { OutboundFailure } from './outbound-failure.ts';
import { explainRefusal } from './outbound-url.ts';

/** Returns every address of a name. Returns none or rejects if it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/**
 * Queries DNS directly. getaddrinfo would block one of Node's few shared threads, so a slow name server would delay
 * other work. With `localToo`, the system's resolver (hosts file, search domains) is tried next.
 */
export function resolveName(localToo: boolean): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (hostname) => {
    if (hostname === 'localhost' || hostname.endsWith('.localhost')) return ['127.0.0.1']; // RFC 6761 §6.3
    const [four, six] = await Promise.all([
      resolver.resolve4(hostname).catch(() => []),
      resolver.resolve6(hostname).catch(() => []),
    ]);
    if (four.length + six.length > 0 || !localToo) return [...four, ...six];
    return (await systemLookup(hostname, { all: true })).map((entry) => entry.address);
  };
}

/**
 * A lookup function for net.connect. Returns all addresses of a name if every one may be called, otherwise none. A
 * single private address is enough for a rejection, because the socket chooses which address it connects to.
 */
export function checkedLookup(resolve: Resolve, isCallable: (address: AddressBytes) => boolean): LookupFunction {
  return (hostname, options, done) => {
    checkedAddresses(resolve, isCallable, hostname).then(
      (addresses) => {
        const entries = addresses.map((address) => ({ address, family: isIP(address) }));
        const first = entries[0] as { address: string; family: number };
        if (options.all) done(null, entries);
        else done(null, first.address, first.family);
      },
      (failure: OutboundFailure) => done(failure, '', 0),
    );
  };
}

async function checkedAddresses(
  resolve: Resolve,
  isCallable: (address: AddressBytes) => boolean,
  hostname: string,
): Promise<readonly string[]> {
  const addresses = await resolve(hostname).catch(() => []);
  if (addresses.length === 0) throw new OutboundFailure('name_unknown', 'The host name has no address.');
  for (const address of addresses) {
    const bytes = parseAddress(address);
    if (bytes === null || !isCallable(bytes)) {
      throw new OutboundFailure('address_not_public', explainRefusal('address_not_public'));
    }
  }
  return addresses;
}

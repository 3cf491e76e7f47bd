// Turns a host name into addresses that may be called, in the form that Node's sockets ask for them.
import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressBytes, parseAddress } from '../../core/public-address.ts';
import { OutboundFailure } from './outbound-failure.ts';
import { explainRefusal } from './outbound-url.ts';

/** Every address of a name; empty, or a rejection, when it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/**
 * DNS, asked directly: getaddrinfo would wait in the few threads that all of Node shares, where one slow name server
 * holds up everybody. Where `localToo`, the system's own names (hosts file, search domains) are tried after it.
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
 * A lookup for net.connect: it answers all addresses of a name if every one of them may be called, otherwise none. One
 * private address among public ones is refused too, because which of them is connected to is not ours to say.
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

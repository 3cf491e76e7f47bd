// A short key for the network of a caller without a credential. It does not reveal the address.
import { createHmac } from 'node:crypto';
import { clientKey, isPrivateAddress } from '../../../core/client-key.ts';
import type { Instance } from '../../instance.ts';

/** Null for an address of this machine or its private network, because all callers behind a proxy may have it. */
export type VisitorKey = (address: string | null) => number | null;

/**
 * The first 32 bits of a MAC over the IPv4 address or the /64 of an IPv6 address. Two networks rarely get the same key,
 * and then they share their limits.
 */
export function visitorKey({ vault }: Pick<Instance, 'vault'>): VisitorKey {
  const key = vault.keyFor('visitors');
  return (address) =>
    address === null || isPrivateAddress(address)
      ? null
      : createHmac('sha256', key).update(clientKey(address)).digest().readInt32BE(0);
}

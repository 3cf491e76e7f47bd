// A short name for the network that a caller without a credential belongs to, from which no address can be read.
import { createHmac } from 'node:crypto';
import { clientKey, isPrivateAddress } from '../../../core/client-key.ts';
import type { Instance } from '../../instance.ts';

/** Null for an address of this machine or its private network: behind a proxy all callers may have that one. */
export type VisitorKey = (address: string | null) => number | null;

/**
 * The first 32 bits of a MAC over the address, or over the /64 of an IPv6 address. Two networks rarely have the same
 * one, which makes them share what one of them may use.
 */
export function visitorKey({ vault }: Pick<Instance, 'vault'>): VisitorKey {
  const key = vault.keyFor('visitors');
  return (address) =>
    address === null || isPrivateAddress(address)
      ? null
      : createHmac('sha256', key).update(clientKey(address)).digest().readInt32BE(0);
}

// Addresses as people compare them: in full, cut into groups. Shortening one would hide what an attacker imitates.
import type { Words } from '../words/words.ts';
import type { Network } from './payment-objects.ts';

/** The whole address in groups of four characters: '0x' or a bech32 prefix stays with the first. */
export function addressGroups(address: string): readonly string[] {
  const lead = /^(0x|[a-z]{2,10}1(?=[02-9ac-hj-np-z]{20})|[a-z]+:)/.exec(address)?.[0] ?? '';
  const rest = address.slice(lead.length).match(/.{1,4}/g) ?? [];
  return [lead + (rest[0] ?? ''), ...rest.slice(1)];
}

/** Start and end of a hash, for links that lead to the whole of it. */
export function shortHash(hash: string): string {
  return hash.length <= 20 ? hash : `${hash.slice(0, 10)}…${hash.slice(-8)}`;
}

/** What is plainly no address of this kind of network; the service decides about the rest. */
export function addressFault(
  address: string,
  network: Pick<Network, 'type' | 'name'>,
  { sender }: Words,
): string | null {
  if (address === '') return sender.enter;
  if (/\s/.test(address)) return sender.spaces;
  if (network.type === 'EVM' && !/^0x[0-9a-f]{40}$/i.test(address)) {
    return sender.hexForm({ network: network.name });
  }
  if (network.type === 'TRON' && !/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) {
    return sender.tronForm({ network: network.name });
  }
  return null;
}

/** Networks without accounts do not show who sent: there the address only says where a refund may go. */
export function namesSender(network: Pick<Network, 'type'>): boolean {
  return network.type !== 'UTXO';
}

// Reserves the next addresses of a key for its owner, so that no other user can enter one before it is shown.
import { codecOf, readsAddresses } from '../../../../io/chains/codecs.ts';
import type { Instance } from '../../../instance.ts';
import type { Network } from '../../../known/catalog/catalog.ts';
import { listShortKeys, moveReserved, ownAddresses } from './owner-store.ts';

/** The number of children reserved beyond the last one shown, as wallets search (BIP-44, gap limit). */
export const reservedAhead = 20n;

/** The children of a canonical key from `first` (inclusive) to `end` (exclusive). */
export interface Children {
  readonly key: string;
  readonly first: bigint;
  readonly end: bigint;
}

/** Returns the addresses of these children on all of these networks. */
export function childrenOn(networks: readonly Network[], { key, first, end }: Children): string[] {
  const children = new Set<string>();
  // Networks that differ only in their nodes have the same addresses.
  const known = networks.filter(({ family, facts }) => readsAddresses(family, facts));
  const differing = new Map(known.map((network) => [`${network.family} ${network.facts.params}`, network]));
  for (const { family, facts } of differing.values())
    for (let index = first; index < end; index++) children.add(codecOf(family).deriveAddress(key, index, facts));
  return [...children];
}

/**
 * Reserves the next children of other owners' keys of this family that are not reserved yet. Each key is a commit of
 * its own.
 */
export async function reserveAhead(
  instance: Pick<Instance, 'db' | 'catalog'>,
  family: Network['family'],
  notOfOwner: string,
): Promise<void> {
  const short = await listShortKeys(instance.db, { family, notOfOwner, ahead: reservedAhead });
  for (const key of short) {
    const networks = key.networkIds.flatMap((id) => instance.catalog.networkById(id) ?? []);
    const first = key.reservedTo > key.nextIndex ? key.reservedTo : key.nextIndex;
    const end = key.nextIndex + reservedAhead;
    const children = childrenOn(networks, { key: key.value, first, end });
    await instance.db.atomically(async (trx) => {
      await ownAddresses(trx, key.id, children);
      await moveReserved(trx, key.id, end);
    });
  }
}

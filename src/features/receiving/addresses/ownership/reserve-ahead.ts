// Keeps the addresses that a key gives out next for its owner, so that nobody enters one as his own before it is shown.
import { codecOf, readsAddresses } from '../../../../io/chains/codecs.ts';
import type { Instance } from '../../../instance.ts';
import type { Network } from '../../../known/catalog/catalog.ts';
import { listShortKeys, moveReserved, ownAddresses } from './owner-store.ts';

/** How many children beyond the last one shown: as far as wallets look for money by custom (BIP-44, gap limit). */
export const reservedAhead = 20n;

/** The children `first` up to but not including `end` of a canonical key. */
export interface Children {
  readonly key: string;
  readonly first: bigint;
  readonly end: bigint;
}

/** The addresses of these children on all of these networks. */
export function childrenOn(networks: readonly Network[], { key, first, end }: Children): string[] {
  const children = new Set<string>();
  // Networks that differ by nothing but their nodes have the same addresses.
  const known = networks.filter(({ family, facts }) => readsAddresses(family, facts));
  const differing = new Map(known.map((network) => [`${network.family} ${network.facts.params}`, network]));
  for (const { family, facts } of differing.values())
    for (let index = first; index < end; index++) children.add(codecOf(family).deriveAddress(key, index, facts));
  return [...children];
}

/**
 * Reserves what other owners' keys of this family have given out since it was done last. Each key is a commit of its
 * own.
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

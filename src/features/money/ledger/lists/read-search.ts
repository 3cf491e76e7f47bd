// What a text may be, where invoices and transactions are looked for: an address too, in each family where it is one.
import { readSearch } from '../../../../core/list-filters.ts';
import { isRefusal } from '../../../../io/chains/codec.ts';
import { codecOf, readsAddresses } from '../../../../io/chains/codecs.ts';
import type { Instance } from '../../../instance.ts';
import { listOwnAddresses, type Sought } from './search-store.ts';

/** Reads `q`; null where it is not asked for. Throws Problem naming it. */
export async function readSought(
  instance: Pick<Instance, 'catalog' | 'db'>,
  appIds: readonly string[],
  q: string | undefined,
): Promise<Sought | null> {
  const search = readSearch(q);
  if (search === null) return null;
  const addresses = addressesMeant(instance, search.text);
  const ownAddresses = await listOwnAddresses(instance.db, appIds, addresses);
  return { ...search, appIds, addresses, ownAddresses };
}

/** Canonical, without repeats. Letters of the wrong case are overlooked: nothing is sent there. */
export function addressesMeant({ catalog }: Pick<Instance, 'catalog'>, text: string): string[] {
  const readable = [...catalog.networks, ...catalog.goneNetworks].filter(({ family, facts }) =>
    readsAddresses(family, facts),
  );
  const read = readable.flatMap(({ family, facts }) =>
    [text, text.toLowerCase()].flatMap((form) => {
      const address = codecOf(family).readAddress(form, facts);
      return isRefusal(address) ? [] : [address.canonical];
    }),
  );
  return [...new Set(read)];
}

// Interprets a search text for invoices and transactions. The text may be an address in one or more families.
import { readSearch } from '../../../../core/list-filters.ts';
import { isRefusal } from '../../../../io/chains/codec.ts';
import { codecOf, readsAddresses } from '../../../../io/chains/codecs.ts';
import type { Instance } from '../../../instance.ts';
import { listOwnAddresses, type Sought } from './search-store.ts';

/** Reads `q`; returns null if it is absent. Throws Problem naming it. */
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

/** Returns canonical addresses without repeats. Wrong letter case is accepted because no money is sent to them. */
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

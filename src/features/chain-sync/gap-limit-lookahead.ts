// The addresses that extended public keys would give out next. Nobody was shown them, unless the database was restored
// from a copy that is older than the last of them.
import { codecOf } from '../../io/chains/codecs.ts';
import type { Queryable } from '../../io/db/database.ts';
import { type DerivedAddress, listKeysInUse } from '../addresses/derived-store.ts';
import type { Network } from '../catalog/catalog.ts';

/** How many children beyond the last one shown: as far as wallets look for money by custom (BIP-44, gap limit). */
const gapLimit = 20n;

/** By address, of every key in use on one of these networks, which share their addresses. `known`: derived already. */
export async function lookAhead(
  db: Queryable,
  networks: readonly Pick<Network, 'id' | 'family' | 'facts'>[],
  known: ReadonlyMap<string, DerivedAddress>,
): Promise<ReadonlyMap<string, DerivedAddress>> {
  const derived = new Map([...known.values()].map((one) => [`${one.walletId} ${one.index}`, one.address]));
  const ahead = new Map<string, DerivedAddress>();
  const [network] = networks;
  if (network === undefined) return ahead;
  const codec = codecOf(network.family);
  const ids = networks.map(({ id }) => id);
  for (const { walletId, appId, value, nextIndex } of await listKeysInUse(db, ids)) {
    for (let index = nextIndex; index < nextIndex + gapLimit; index++) {
      const address = derived.get(`${walletId} ${index}`) ?? codec.deriveAddress(value, index, network.facts);
      ahead.set(address, { address, walletId, appId, index });
    }
  }
  return ahead;
}

// The addresses that extended public keys would give out next. Nobody was shown them, unless the database was restored
// from a copy that is older than the last of them.
import { codecOf } from '../../../io/chains/codecs.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { type DerivedAddress, listKeysInUse } from '../../receiving/addresses/derived-store.ts';
import { moveReserved, ownAddresses } from '../../receiving/addresses/ownership/owner-store.ts';

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
    const fresh: string[] = [];
    for (let index = nextIndex; index < nextIndex + gapLimit; index++) {
      const before = derived.get(`${walletId} ${index}`);
      const address = before ?? codec.deriveAddress(value, index, network.facts);
      if (before === undefined) fresh.push(address);
      ahead.set(address, { address, walletId, appId, index });
    }
    if (fresh.length === 0) continue;
    // What is derived here anyway is kept for the key's owner, so that whoever enters an address need not derive it
    // again.
    await ownAddresses(db, walletId, fresh);
    // Where networks of the family have addresses of their own each, these are not all that the key gives out next.
    if (network.facts.params === null) await moveReserved(db, walletId, nextIndex + gapLimit);
  }
  return ahead;
}

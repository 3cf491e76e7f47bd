// The next addresses of extended public keys. No customer was shown them, unless the database was restored from an
// older copy.
import { codecOf } from '../../../io/chains/codecs.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { type DerivedAddress, listKeysInUse } from '../../receiving/addresses/derived-store.ts';
import { moveReserved, ownAddresses } from '../../receiving/addresses/ownership/owner-store.ts';

/** The number of children watched beyond the last one shown, as wallets do (BIP-44, gap limit). */
const gapLimit = 20n;

/**
 * Returns, by address, the next children of every key in use on these networks, which share their addresses. `known`
 * are addresses that were derived before.
 */
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
    // Stores the derived addresses with the key's owner, so that entering one of them later needs no derivation.
    await ownAddresses(db, walletId, fresh);
    // If networks of the family have different addresses, these are not all of the key's next addresses, so the mark is
    // not moved.
    if (network.facts.params === null) await moveReserved(db, walletId, nextIndex + gapLimit);
  }
  return ahead;
}

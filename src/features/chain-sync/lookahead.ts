// Watches the addresses that an extended public key would give out next. Nobody was shown them, unless the database was
// restored from a copy that is older than the last of them.
import { codecOf } from '../../io/chains/codecs.ts';
import { type DerivedAddress, listKeysInUse } from '../addresses/derived-store.ts';
import type { Instance } from '../instance.ts';
import type { Follower } from './sync-session.ts';

/** How many children beyond the last one shown: as far as wallets look for money by custom (BIP-44, gap limit). */
const aheadCount = 20n;
const aheadMillis = 5_000;

/** Keeps the follower's watched set that far ahead of every key in use on its network. */
export async function watchAhead(instance: Instance, follower: Follower): Promise<void> {
  const { network, ahead, watched } = follower;
  const now = performance.now();
  if (now - ahead.at < aheadMillis) return;
  const codec = codecOf(network.family);
  const known = new Map([...ahead.places.values()].map((one) => [`${one.walletId} ${one.index}`, one]));
  const places = new Map<string, DerivedAddress>();
  for (const { walletId, appId, value, nextIndex } of await listKeysInUse(instance.db, network.id)) {
    for (let index = nextIndex; index < nextIndex + aheadCount; index++) {
      const address = known.get(`${walletId} ${index}`)?.address ?? codec.deriveAddress(value, index, network.facts);
      places.set(address, { address, walletId, appId, index });
      watched.add(address);
    }
  }
  ahead.places = places;
  ahead.at = now;
}

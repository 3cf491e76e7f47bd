// Watches the addresses that an extended public key would give out next. Nobody was shown them, unless the database was
// restored from a copy that is older than the last of them.
import { codecOf } from '../../io/chains/codecs.ts';
import { type DerivedAddress, type KeyInUse, listKeysInUse } from '../addresses/derived-store.ts';
import { listNetworksOf, moveReserved, ownAddresses } from '../addresses/ownership/owner-store.ts';
import { childrenOn, reservedAhead } from '../addresses/ownership/reserve-ahead.ts';
import type { Network } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import type { Follower } from './sync-session.ts';

const aheadMillis = 5_000;

/** Keeps the follower's watched set that far ahead of every key in use on its network. */
export async function watchAhead(instance: Instance, follower: Follower): Promise<void> {
  const { network, ahead, watched } = follower;
  const now = performance.now();
  if (now - ahead.at < aheadMillis) return;
  const codec = codecOf(network.family);
  const known = new Map([...ahead.places.values()].map((one) => [`${one.walletId} ${one.index}`, one]));
  const places = new Map<string, DerivedAddress>();
  for (const { walletId, appId, value, nextIndex, reservedTo } of await listKeysInUse(instance.db, network.id)) {
    const children: string[] = [];
    for (let index = nextIndex; index < nextIndex + reservedAhead; index++) {
      const address = known.get(`${walletId} ${index}`)?.address ?? codec.deriveAddress(value, index, network.facts);
      places.set(address, { address, walletId, appId, index });
      watched.add(address);
      children.push(address);
    }
    if (reservedTo < nextIndex + reservedAhead)
      await reserve(instance, network, { walletId, value, nextIndex }, children);
  }
  ahead.places = places;
  ahead.at = now;
}

/** What is reckoned here anyway is kept for the key's owner as well, so that nobody else enters it as his own. */
async function reserve(
  instance: Instance,
  network: Network,
  { walletId, value, nextIndex }: Pick<KeyInUse, 'walletId' | 'value' | 'nextIndex'>,
  children: readonly string[],
): Promise<void> {
  const networks = (await listNetworksOf(instance.db, walletId)).flatMap(
    (id) => instance.catalog.networkById(id) ?? [],
  );
  const differing = networks.filter(({ facts }) => facts.params !== network.facts.params);
  const end = nextIndex + reservedAhead;
  const elsewhere = childrenOn(differing, value, nextIndex, end);
  await instance.db.atomically(async (trx) => {
    await ownAddresses(trx, walletId, [...children, ...elsewhere]);
    await moveReserved(trx, walletId, end);
  });
}

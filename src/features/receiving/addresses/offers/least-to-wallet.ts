// The least amount of an asset that can be sent to a wallet. It depends on the kind of its addresses.
import { LruMap } from 'toad-cache';
import { codecOf, readsAddresses } from '../../../../io/chains/codecs.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { leastSendable } from '../../../known/catalog/least-sendable.ts';
import type { FirstWallet } from './first-wallet.ts';

/** In smallest units. Without a wallet, assumes the kind of address that costs most to spend. */
export function leastToWallet(asset: Asset, wallet: FirstWallet | null): bigint {
  // A removed network may no longer have its address format. Nothing is quoted there.
  if (!readsAddresses(asset.network.family, asset.network.facts)) return 0n;
  const address = wallet === null || !hasDustLimits(asset) ? null : addressOf(asset, wallet);
  return leastSendable({ network: asset.network, asset, address });
}

/** Whether the least amount of this asset depends on the receiving address. */
export function hasDustLimits({ network }: Pick<Asset, 'network'>): boolean {
  const { family, facts } = network;
  return readsAddresses(family, facts) && codecOf(family).dustPolicy(null, facts) !== null;
}

/** All addresses of a key are of the same kind, so the first one is used. */
function addressOf({ network }: Asset, { kind, value }: FirstWallet): string {
  if (kind === 'address') return value;
  const name = `${network.id} ${value}`;
  const known = derived.get(name);
  if (known !== undefined) return known;
  const address = codecOf(network.family).deriveAddress(value, 0n, network.facts);
  derived.set(name, address);
  return address;
}

/** Cached, because deriving takes a millisecond and is needed for every invoice that is read. */
const derived = new LruMap<string>(10_000);

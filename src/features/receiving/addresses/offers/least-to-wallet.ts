// The least amount of an asset that can be sent to a wallet: it depends on the kind of its addresses.
import { LruMap } from 'toad-cache';
import { codecOf, readsAddresses } from '../../../../io/chains/codecs.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { leastSendable } from '../../../known/catalog/least-sendable.ts';
import type { FirstWallet } from './first-wallet.ts';

/** In smallest units. Without a wallet, the kind of address that costs most to spend counts. */
export function leastToWallet(asset: Asset, wallet: FirstWallet | null): bigint {
  // A network that is gone may have lost what its addresses look like: nothing is quoted there.
  if (!readsAddresses(asset.network.family, asset.network.facts)) return 0n;
  const address = wallet === null || !hasDustLimits(asset) ? null : addressOf(asset, wallet);
  return leastSendable({ network: asset.network, asset, address });
}

/** Whether the least amount of this asset depends on the address that is paid. */
export function hasDustLimits({ network }: Pick<Asset, 'network'>): boolean {
  const { family, facts } = network;
  return readsAddresses(family, facts) && codecOf(family).dustPolicy(null, facts) !== null;
}

/** All addresses of one key are of one kind, and the first is as good as any. */
function addressOf({ network }: Asset, { kind, value }: FirstWallet): string {
  if (kind === 'address') return value;
  const name = `${network.id} ${value}`;
  const known = derived.get(name);
  if (known !== undefined) return known;
  const address = codecOf(network.family).deriveAddress(value, 0n, network.facts);
  derived.set(name, address);
  return address;
}

/** Deriving takes a millisecond, and every invoice that is read asks. */
const derived = new LruMap<string>(10_000);

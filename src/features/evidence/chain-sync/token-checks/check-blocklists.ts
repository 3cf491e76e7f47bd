// Asks the token contracts of a network whether their issuers have blocked addresses of merchants.
import type { Chain } from '../../../../io/chains/chain.ts';
import { codecOf } from '../../../../io/chains/codecs.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset, Network } from '../../../known/catalog/catalog.ts';
import {
  listPaidPlaces,
  listUses,
  type PaidPlace,
  recordBlocked,
  recordUnblocked,
} from '../../../known/networks/blocklist-store.ts';
import { emitAddressBlocked } from '../../../receiving/addresses/emit-address-changed.ts';
import { lockAppAddress } from '../../../receiving/addresses/store.ts';

/** Addresses times tokens in one round, with one call each: ten requests of fifty calls. */
const mostAsked = 500;

/**
 * Checks one round, starting after `after`. Returns the start of the next round; null for the beginning. Merchants are
 * notified of blocked and unblocked addresses in the commit that records them. A contract that does not answer changes
 * nothing. One-time addresses are not checked, because issuers have no reason to block an unknown address. Throws
 * ChainFault.
 */
export async function checkBlocklists(
  instance: Instance,
  { network, chain }: { readonly network: Network; readonly chain: Chain },
  after: PaidPlace | null,
): Promise<PaidPlace | null> {
  if (chain.blockedAddresses === undefined) return null;
  const places = await listPaidPlaces(instance.db, network.id, { limit: mostAsked, after });
  for (const [assetId, ofAsset] of Map.groupBy(places, (place) => place.assetId)) {
    // An asset that the configuration no longer names cannot be paid with.
    const asset = instance.catalog.assets.find(({ id }) => id === assetId);
    if (asset === undefined) continue;
    const addresses = ofAsset.map(({ address }) => address);
    await recordAnswers(instance, { asset, places: ofAsset }, await chain.blockedAddresses(asset.contract, addresses));
  }
  return places.length < mostAsked ? null : (places.at(-1) ?? null);
}

async function recordAnswers(
  instance: Instance,
  { asset, places }: { readonly asset: Asset; readonly places: readonly PaidPlace[] },
  answers: ReadonlyMap<string, boolean>,
): Promise<void> {
  const walletsThat = (isBlocked: boolean) =>
    places.filter(({ address }) => answers.get(address) === isBlocked).map(({ walletId }) => walletId);
  const news = await instance.db.atomically(async (trx) => {
    const blocked = await recordBlocked(trx, asset.id, walletsThat(true), instance.clock.now());
    const free = await recordUnblocked(trx, asset.id, walletsThat(false));
    await emitChange(trx, instance, { asset, walletIds: blocked, change: 'blocked' });
    await emitChange(trx, instance, { asset, walletIds: free, change: 'unblocked' });
    return { blocked: new Set(blocked), free: new Set(free) };
  });
  for (const { walletId, address } of places) {
    const facts = { network: asset.network.symbol, contract: asset.contract };
    if (news.blocked.has(walletId)) instance.log.error(facts, describeBlocked(asset, address));
    if (news.free.has(walletId))
      instance.log.info(facts, `${asset.cryptocurrency.symbol} can be paid at ${shown(asset, address)} again`);
  }
}

interface BlocklistChange {
  readonly asset: Asset;
  readonly walletIds: readonly string[];
  readonly change: 'blocked' | 'unblocked';
}

async function emitChange(
  trx: Queryable,
  instance: Instance,
  { asset, walletIds, change }: BlocklistChange,
): Promise<void> {
  for (const id of await listUses(trx, asset, walletIds)) {
    const address = await lockAppAddress(trx, id);
    if (address !== null) await emitAddressBlocked(trx, instance, { address, change, asset });
  }
}

/** Returns a sentence for the operator. `address` is canonical. */
export function describeBlocked(asset: Asset, address: string): string {
  const what = `the issuer of ${asset.cryptocurrency.symbol} has blocked ${shown(asset, address)}`;
  return `${what}: customers cannot pay with it there, and payments that still arrive wait for the merchant`;
}

function shown({ network }: Asset, address: string): string {
  return codecOf(network.family).showAddress(address, network.facts);
}

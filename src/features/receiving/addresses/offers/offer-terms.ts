// The limits of an app's accepted coins: blocked addresses, and the least amount that can be sent.
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { unpayableAssets } from '../blocklist/unpayable-assets.ts';
import { listFirstWallets } from './first-wallet-store.ts';
import { hasDustLimits, leastToWallet } from './least-to-wallet.ts';

export interface OfferTerms {
  /** Whether the issuer has blocked every address of the app. */
  isBlocked(asset: Asset): boolean;
  /** Returns the least amount that can be sent, in smallest units. */
  leastOf(asset: Asset): bigint;
}

/** Reads the terms of these accepted assets. */
export async function readOfferTerms(
  instance: Pick<Instance, 'catalog' | 'clock'>,
  db: Queryable,
  { appId, assetIds }: { readonly appId: string; readonly assetIds: readonly string[] },
): Promise<OfferTerms> {
  const assets = assetIds.flatMap((id) => instance.catalog.assetById(id) ?? []);
  const networkIds = [...new Set(assets.filter(hasDustLimits).map(({ network }) => network.id))];
  const unpayable = await unpayableAssets(instance, db, appId);
  const wallets = await listFirstWallets(db, { appId, networkIds, now: instance.clock.now() });
  return {
    isBlocked: ({ id }) => unpayable.has(id),
    leastOf: (asset) => leastToWallet(asset, wallets.get(asset.network.id) ?? null),
  };
}

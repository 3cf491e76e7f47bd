// The coin and network that an order names as `coin.network`, such as usdt.trc20.
import { newest } from '../../../io/http/page.ts';
import type { Instance } from '../../instance.ts';
import type { Asset } from '../../known/catalog/catalog.ts';
import { listAppCryptocurrencies, mostCoins } from '../../receiving/app-cryptocurrencies/store.ts';

/** Returns null for any other text: the customer then chooses. BEpusdt names some coins `network.coin`: tron.trx. */
export function namedAsset({ catalog }: Pick<Instance, 'catalog'>, type: string): Asset | null {
  const [, one, other] = /^([a-z0-9]{1,40})[.:_-]([a-z0-9-]{1,40})$/i.exec(type) ?? [];
  if (one === undefined || other === undefined) return null;
  return usable(catalog.asset(one, other)) ?? usable(catalog.asset(other, one));
}

/** The coin of a shop that names none: USDT, on TRON if the app accepts it there. Null if it is accepted nowhere. */
export async function usualAsset(
  { db, catalog }: Pick<Instance, 'db' | 'catalog'>,
  appId: string,
): Promise<Asset | null> {
  const accepted = await listAppCryptocurrencies(db, [appId], newest(mostCoins));
  const assets = accepted.flatMap(({ assetId }) => usable(catalog.assetById(assetId)) ?? []);
  const dollars = assets.filter(({ cryptocurrency }) => cryptocurrency.symbol === 'USDT');
  return dollars.find(({ id }) => id === catalog.asset('usdt', 'trc20')?.id) ?? dollars.at(-1) ?? null;
}

function usable(asset: Asset | null): Asset | null {
  return asset?.network.followable === true && asset.stopped === null ? asset : null;
}

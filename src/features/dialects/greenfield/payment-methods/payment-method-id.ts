// The names of coins and networks in Greenfield: BTC-CHAIN, USDT-TRON.
import { factsOf } from '../../../../io/chains/codecs.ts';
import type { Asset, Catalog } from '../../../known/catalog/catalog.ts';

const mostCharacters = 100;

/**
 * BTCPay Server names coins of Bitcoin and its forks `BTC-CHAIN`. Coins of other networks and of test networks have the
 * name of their network: `ETH-BASE`.
 */
export function paymentMethodId({ cryptocurrency, network, contract }: NamedAsset): string {
  const isPlain = contract === '' && !network.test && factsOf(network.family).readsScriptIndexes === true;
  return `${cryptocurrency.symbol}-${isPlain ? 'chain' : network.symbol}`.toUpperCase();
}

type NamedAsset = Pick<Asset, 'contract'> & {
  readonly cryptocurrency: Pick<Asset['cryptocurrency'], 'symbol'>;
  readonly network: Pick<Asset['network'], 'symbol' | 'test' | 'family'>;
};

/**
 * The asset of `among` with this name. Former names of BTCPay Server (`BTC`, `BTC_CHAIN`, `BTC-OnChain`) and common
 * names of networks are accepted. A coin without a network is its own chain's coin, or the only asset of that coin.
 * Returns null if no asset has the name, or several do.
 */
export function assetOfPaymentMethod(
  catalog: Pick<Catalog, 'asset'>,
  text: string,
  among: readonly Asset[],
): Asset | null {
  if (text.length > mostCharacters) return null;
  const name = text.trim().toUpperCase().replaceAll('_', '-');
  const exact = among.find((asset) => paymentMethodId(asset) === name);
  if (exact !== undefined) return exact;
  for (const [coin, network] of splits(name)) {
    const found = catalog.asset(coin, network);
    if (found !== null && among.includes(found)) return found;
  }
  return onOwnChain(coinIn(name), among);
}

function onOwnChain(coin: string, among: readonly Asset[]): Asset | null {
  const own = among.find((asset) => paymentMethodId(asset) === `${coin}-CHAIN`);
  if (own !== undefined) return own;
  const ofCoin = among.filter(({ cryptocurrency }) => cryptocurrency.symbol.toUpperCase() === coin);
  return ofCoin.length === 1 ? (ofCoin[0] as Asset) : null;
}

function coinIn(name: string): string {
  const ending = ['-CHAIN', '-ONCHAIN'].find((one) => name.endsWith(one));
  return ending === undefined ? name : name.slice(0, -ending.length);
}

/** Each way to read the name as a coin and a network. Both may contain hyphens. */
function splits(name: string): (readonly [coin: string, network: string])[] {
  const words = name.split('-');
  return words.slice(1).map((_, index) => [words.slice(0, index + 1).join('-'), words.slice(index + 1).join('-')]);
}

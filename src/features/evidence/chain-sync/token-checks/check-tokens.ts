// Compares the token contracts of a network with the catalog and stops tokens that differ.
import type { Chain } from '../../../../io/chains/chain.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset, Network, StopReason } from '../../../known/catalog/catalog.ts';
import { stopAsset } from '../../../known/catalog/store.ts';

export interface TokenDoubt {
  readonly asset: Asset;
  readonly reason: StopReason;
  /** A sentence for the operator. */
  readonly says: string;
}

/**
 * Amounts use the decimals in the catalog. If a contract reports other decimals, the token is stopped until the
 * decimals match again. A contract that does not answer changes nothing. Throws ChainFault.
 */
export async function checkTokens(instance: Instance, network: Network, chain: Chain): Promise<readonly TokenDoubt[]> {
  const doubts: TokenDoubt[] = [];
  for (const asset of instance.catalog.assets) {
    if (asset.network !== network || asset.contract === '' || chain.tokenFacts === undefined) continue;
    const doubt = doubtOf(asset, await chain.tokenFacts(asset.contract));
    const isNew = await stopAsset(instance.db, asset.id, doubt?.reason ?? null);
    if (doubt !== null) doubts.push(doubt);
    if (doubt !== null && isNew) instance.log.error({ network: network.symbol, contract: asset.contract }, doubt.says);
  }
  return doubts;
}

function doubtOf(
  asset: Asset,
  { decimals, isPaused }: { decimals: number | null; isPaused: boolean },
): TokenDoubt | null {
  const { symbol } = asset.cryptocurrency;
  if (decimals !== null && decimals !== asset.decimals) {
    const what = `${symbol} has ${asset.decimals} decimals in the catalog, but its contract says ${decimals}`;
    const says = `${what}: it is not accepted, and its payments wait for the merchant`;
    return { asset, reason: 'decimals', says };
  }
  if (isPaused) return { asset, reason: 'paused', says: `${symbol} is paused by its issuer: it cannot be sent` };
  return null;
}

// Refuses a new network with the chain or a name of another one, and coins with another coin's name.

import type { WantedNetwork, WantedToken } from '../../../../../core/config/operator-networks/new-network.ts';
import { ownNetwork } from '../../../../../core/config/operator-networks/operator-networks.ts';
import { fieldProblem } from '../../../../../core/problem.ts';
import { factsOf } from '../../../../../io/chains/codecs.ts';
import { addedFamily } from '../../../../../io/chains/probes/token-metadata.ts';
import type { Instance } from '../../../../instance.ts';
import type { Catalog } from '../../../../known/catalog/catalog.ts';
import { readOperatorNetworks } from '../../../../known/settings/networks/operator-networks.ts';

/** Throws Problem validation_failed. Networks that were added a moment ago count as well. */
export async function refuseKnownNetwork(
  instance: Pick<Instance, 'db' | 'vault' | 'catalog'>,
  { chainId, symbol }: WantedNetwork,
): Promise<void> {
  const { catalog } = instance;
  const { networks: rows } = await readOperatorNetworks(instance);
  const added = rows.flatMap((row) => {
    const entry = row.definition === null ? null : ownNetwork(row.symbol, row.definition, factsOf);
    return entry === null || typeof entry === 'string' ? [] : [entry];
  });
  const twin = [...catalog.networks, ...added].find((one) => one.family === addedFamily && one.chainId === chainId);
  if (twin !== undefined)
    throw fieldProblem('chain_id', 'known', `Chain ${chainId} is the network ${twin.symbol}. Connect that network.`);
  const holder = catalog.networkBySymbol(symbol)?.symbol ?? rows.find((row) => row.symbol === symbol)?.symbol;
  const former = catalog.goneNetworks.find((one) => one.symbol === symbol && one.chainId !== chainId);
  if (holder !== undefined || former !== undefined)
    throw fieldProblem(
      'symbol',
      'taken',
      `${symbol} is a name of ${holder ?? 'a former network'}. Choose another symbol.`,
    );
}

/** Throws Problem validation_failed. `MATIC` is a name of POL, so no other coin may have it. */
export function refuseOtherCoins(catalog: Catalog, wanted: WantedNetwork, tokens: readonly WantedToken[]): void {
  refuseAlias(catalog, wanted.nativeSymbol, 'native.symbol');
  for (const [at, { symbol, contract, decimals }] of tokens.entries()) {
    refuseAlias(catalog, symbol, `tokens.${at}.symbol`);
    const isTwice = tokens.slice(0, at).some((other) => other.symbol === symbol);
    if (isTwice || symbol === wanted.nativeSymbol)
      throw fieldProblem(`tokens.${at}.symbol`, 'taken', `Another coin of this network is ${symbol}.`);
    const former = catalog.goneAssets.find(
      (asset) => asset.network.chainId === wanted.chainId && asset.contract === contract,
    );
    if (former !== undefined && former.decimals !== decimals) {
      const says = `It was recorded here with ${former.decimals} decimals, and now returns ${decimals}.`;
      throw fieldProblem(`tokens.${at}.contract`, 'decimals_changed', says);
    }
  }
}

function refuseAlias(catalog: Catalog, symbol: string, field: string): void {
  const coin = catalog.cryptocurrencyBySymbol(symbol);
  if (coin === null || coin.symbol === symbol) return;
  throw fieldProblem(field, 'taken', `${symbol} is another name of ${coin.symbol}.`);
}

// Reads the coin and the network that a list is filtered by; retired ones can be asked for as well.
import { suggestion } from '../../core/config/nearest-word.ts';
import { fieldProblem } from '../../core/problem.ts';
import type { Instance } from '../instance.ts';
import { nameResolver } from './resolve-names.ts';
import { listAssetNames } from './store.ts';

/**
 * The assets that fit; null where no filter is given. An alias fits on each network where the coin is sold under
 * another symbol. Throws Problem naming the field whose name is not known.
 */
export async function readAssetFilter(
  { db, catalog }: Pick<Instance, 'db' | 'catalog'>,
  { cryptocurrency, network }: { cryptocurrency?: string; network?: string },
): Promise<readonly string[] | null> {
  if (cryptocurrency === undefined && network === undefined) return null;
  const assets = await listAssetNames(db);
  const names = nameResolver(assets, catalog.aliases);
  const networks = assets.map((asset) => asset.network);
  const coins = assets.map((asset) => asset.cryptocurrency);
  const onNetwork = network === undefined ? null : (names.network(network) ?? unknown('network', network, networks));
  if (cryptocurrency !== undefined && names.coin(cryptocurrency) === null)
    unknown('cryptocurrency', cryptocurrency, coins);
  const fitting = assets.filter(
    (asset) =>
      (onNetwork === null || asset.network === onNetwork) &&
      (cryptocurrency === undefined || names.coinOn(asset.network, cryptocurrency) === asset.cryptocurrency),
  );
  return fitting.map(({ id }) => id);
}

function unknown(field: 'network' | 'cryptocurrency', name: string, known: readonly string[]): never {
  const meant = field === 'network' ? name.toLowerCase() : name.toUpperCase();
  const message = `There is no such ${field} here${suggestion(meant, [...new Set(known)])}.`;
  throw fieldProblem(field, `unknown_${field}`, message);
}

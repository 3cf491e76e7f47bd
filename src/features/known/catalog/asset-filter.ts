// Reads the coin and network filters of a list. Former symbols and assets that are no longer configured match as well.
import { suggestion } from '../../../core/config/nearest-word.ts';
import { fieldProblem } from '../../../core/problem.ts';
import type { Instance } from '../../instance.ts';
import { nameResolver } from './resolve-names.ts';
import { listAssetNames, listAssetsNamed, listSymbols } from './store.ts';

/**
 * Returns the matching assets, or null if no filter is given. An alias also matches networks where the coin has another
 * symbol, and a former symbol matches the networks where the coin had it. Throws a Problem that names the field if a
 * name is unknown.
 */
export async function readAssetFilter(
  { db, catalog }: Pick<Instance, 'db' | 'catalog'>,
  { cryptocurrency, network }: { cryptocurrency?: string; network?: string },
): Promise<readonly string[] | null> {
  if (cryptocurrency === undefined && network === undefined) return null;
  const [assets, known] = [await listAssetNames(db), await listSymbols(db)];
  const names = nameResolver(assets, catalog.aliases);
  const where = network === undefined ? null : (names.network(network) ?? network.toLowerCase());
  const what = cryptocurrency?.toUpperCase() ?? null;
  if (where !== null) refuseUnknown('network', where, known.networks);
  if (cryptocurrency !== undefined && names.coin(cryptocurrency) === null)
    refuseUnknown('cryptocurrency', what as string, known.cryptocurrencies);
  const fitting = assets.filter(
    (asset) =>
      (where === null || asset.network === where) &&
      (cryptocurrency === undefined || names.coinOn(asset.network, cryptocurrency) === asset.cryptocurrency),
  );
  return [...new Set([...fitting.map(({ id }) => id), ...(await listAssetsNamed(db, what, where))])];
}

function refuseUnknown(field: 'network' | 'cryptocurrency', symbol: string, known: readonly string[]): void {
  if (known.includes(symbol)) return;
  throw fieldProblem(field, `unknown_${field}`, `There is no such ${field} here${suggestion(symbol, known)}.`);
}

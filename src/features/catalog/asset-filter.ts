// Reads the coin and the network that a list is filtered by: what was once taken here can be asked for as well.
import { suggestion } from '../../core/config/nearest-word.ts';
import { fieldProblem } from '../../core/problem.ts';
import type { Instance } from '../instance.ts';
import { listAssetsNamed, listSymbols } from './store.ts';

/** The assets that fit; null where none are asked for. Throws Problem naming the field whose symbol nobody knows. */
export async function readAssetFilter(
  { db }: Pick<Instance, 'db'>,
  { cryptocurrency, network }: { cryptocurrency?: string; network?: string },
): Promise<readonly string[] | null> {
  if (cryptocurrency === undefined && network === undefined) return null;
  const known = await listSymbols(db);
  refuseUnknown('cryptocurrency', cryptocurrency?.toUpperCase(), known.cryptocurrencies);
  refuseUnknown('network', network?.toLowerCase(), known.networks);
  return listAssetsNamed(db, cryptocurrency?.toUpperCase() ?? null, network?.toLowerCase() ?? null);
}

function refuseUnknown(field: string, symbol: string | undefined, known: readonly string[]): void {
  if (symbol === undefined || known.includes(symbol)) return;
  throw fieldProblem(field, `unknown_${field}`, `There is no such ${field} here${suggestion(symbol, known)}.`);
}

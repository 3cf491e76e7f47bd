// Writes the configured networks to the database: inserts new ones and renames those with a new key.
import { matchNetworks } from '../../../../core/config/history/match-networks.ts';
import type { NetworkEntry } from '../../../../core/config/network-entry.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { StartFault } from '../../../../io/start-fault.ts';
import type { Network } from '../catalog.ts';
import { addFormerSymbol, listNetworks, saveNetworks } from './catalog-row-store.ts';
import type { LoadParams } from './load-params.ts';
import { goneNetwork, networkFrom, rowOf } from './network-from.ts';

export interface LoadedNetworks {
  /** By the symbol of the configuration entry. */
  readonly configured: ReadonlyMap<string, Network>;
  /** By id. */
  readonly gone: ReadonlyMap<string, Network>;
}

/** Throws StartFault if a key names another chain than the recorded one. */
export async function loadNetworks(
  trx: Queryable,
  entries: readonly NetworkEntry[],
  params: LoadParams,
): Promise<LoadedNetworks> {
  const { now, newId } = params;
  const stored = await listNetworks(trx);
  const found = matchNetworks(stored, entries);
  if ('fault' in found) throw new StartFault(found.fault);
  const laid = found.matches.map(({ entry, known }) => ({ entry, known, id: known?.id ?? newId() }));
  await saveNetworks(
    trx,
    laid.map(({ id, entry }) => rowOf(id, entry)),
    now,
  );
  for (const { id, entry, known } of laid) {
    if (known === null || known.symbol === entry.symbol) continue;
    const former = { id: newId(), symbol: known.symbol, networkId: id, assetId: null };
    await addFormerSymbol(trx, former, entry.symbol, now);
  }
  const ids = new Set(laid.map(({ id }) => id));
  return {
    configured: new Map(laid.map(({ id, entry }) => [entry.symbol, networkFrom(id, entry, params)])),
    gone: new Map(stored.flatMap((row) => (ids.has(row.id) ? [] : [[row.id, goneNetwork(row, params)]]))),
  };
}

// Every process checks whether the database lost commits that the process saw.
import { networkFacts } from '../../features/known/catalog/registry/network-facts.ts';
import { type DatabaseWatch, watchDatabase } from '../../features/operations/failover/watch-database.ts';
import type { Environment } from '../../io/environment.ts';
import { keyMark } from '../../io/secrets/key-mark.ts';
import type { OpenInstance } from '../open-instance.ts';

export function watchOwnDatabase(
  { instance, config, secretKey }: OpenInstance,
  { dataDir }: Pick<Environment, 'dataDir'>,
): Promise<DatabaseWatch> {
  const { db, clock, log, newId } = instance;
  const networks = new Map(config.networks.map((network) => [network.symbol, networkFacts(network)]));
  return watchDatabase({ db, clock, log, newId, networks, dataDir, keyMark: keyMark(secretKey) });
}

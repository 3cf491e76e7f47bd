// `npm run torture`: runs real processes that are killed, frozen, duplicated and cut off from their database at random
// moments, set by a seed.
import { again } from './again.ts';

await again({
  files: ['test/operators/crashes.test.ts'],
  seed: 'CRASH_SEED',
  usage: `npm run torture -- [--rounds 10] [--seed N]
  Customers pay in installments through kill -9 of the service, cut connections and frozen processes; at the end of each
  round every law must hold and every webhook must have arrived. The same seed has the same moments.`,
});

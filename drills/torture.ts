// `npm run torture`: real processes, killed, frozen, doubled and cut off from their database at moments that a seed
// decides.
import { again } from './again.ts';

await again({
  files: ['test/operators/crashes.test.ts'],
  seed: 'CRASH_SEED',
  usage: `npm run torture -- [--rounds 10] [--seed N]
  Customers pay in installments through kill -9 of the service, cut connections and frozen processes; at the end of each
  round every law must hold and every webhook must have arrived. The same seed has the same moments.`,
});

// `npm run torture`: runs real processes that are killed, frozen, duplicated and cut off from their database at random
// moments, set by a seed.
import { again } from './again.ts';

await again({
  files: ['test/operators/crashes.test.ts'],
  seed: 'CRASH_SEED',
  usage: `npm run torture -- [--rounds 10] [--seed N]
  Customers pay in installments while the service is killed, frozen and disconnected. At the end of each round every law
  of money must hold and every webhook must have arrived. The same seed repeats the same moments.`,
});

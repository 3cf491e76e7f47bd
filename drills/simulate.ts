// `npm run simulate`: the law of whose money it is, in worlds that a seed decides.
import { again } from './again.ts';

await again({
  files: ['src/core/payment/evidence/matching-worlds.test.ts'],
  seed: 'WORLDS_SEED',
  more: { worlds: { variable: 'WORLDS', usual: '100000' } },
  usage: `npm run simulate -- [--rounds 10] [--worlds 100000] [--seed N]
  Strangers type, claim and pay whatever they like in so many worlds of each rule; whose an honest payment is must never
  change. The same seed has the same worlds.`,
});

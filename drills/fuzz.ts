// `npm run fuzz`: sends random requests, generated from the API document and a seed.
import { again } from './again.ts';

await again({
  files: ['test/interface/fuzz.test.ts'],
  seed: 'FUZZ_SEED',
  more: { requests: { variable: 'FUZZ_REQUESTS', usual: '200' } },
  usage: `npm run fuzz -- [--rounds 10] [--requests 200] [--seed N]
  Sends this many requests to each operation, valid and invalid. No response may be a failure or one that the document
  does not name. The same seed makes the same requests.`,
});

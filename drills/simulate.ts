// `npm run simulate`: runs all property-based tests of the source, including the matching of payments, with random
// seeds.
import { sourceFiles } from '../test/rig/house/source-tree.ts';
import { again } from './again.ts';

const properties = sourceFiles(['src'], ['.test.ts']).filter(({ text }) => text.includes('/rig/chance/properties.ts'));

await again({
  files: properties.map(({ path }) => path),
  seed: 'WORLDS_SEED',
  more: { worlds: { variable: 'WORLDS', usual: '100000' } },
  usage: `npm run simulate -- [--rounds 10] [--worlds 100000] [--seed N]
  Each matching rule is tested in this many random worlds, in which outsiders type, claim and pay anything. The invoice
  of an honest payment must never change. Other properties run their usual number of cases. A seed repeats its worlds.`,
});

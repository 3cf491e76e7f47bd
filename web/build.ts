// Builds every page anew: `npm run build`. What earlier versions left behind is removed.
import { buildCheckout } from './checkout/build.ts';
import { buildConsole } from './console/build.ts';
import { buildDocs } from './docs/build.ts';

for (const build of [buildCheckout, buildConsole, buildDocs])
  process.stdout.write(`${await build({ if: 'always' })}\n`);

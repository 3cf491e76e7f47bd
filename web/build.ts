// Builds every page anew: `npm run build`. What earlier versions left behind is removed.
import { buildCheckout } from './checkout/build.ts';
import { buildConsole } from './console/build.ts';
import { buildCounter } from './counter/build.ts';
import { buildDocs } from './docs/build.ts';
import { buildEmbed } from './embed/build.ts';

for (const build of [buildCheckout, buildConsole, buildCounter, buildDocs, buildEmbed])
  process.stdout.write(`${await build({ if: 'always' })}\n`);

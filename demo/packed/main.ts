// `npx quittance demo`: the demo from the installed package.
import { runDemo } from '../run-demo.ts';
import { obtainAnvil } from './obtain-anvil.ts';
import { packedService } from './packed-service.ts';

await runDemo({
  runner: packedService,
  command: 'npx quittance demo [--once]',
  args: process.argv.slice(2),
  prepareChain: obtainAnvil,
});

// The demo: `npm run demo` opens a shop on this machine and keeps it open. With `--once` it also pays, and ends.
import { runDemo } from './run-demo.ts';
import { serviceFromSources } from './service/from-sources.ts';

await runDemo({ runner: serviceFromSources, command: 'npm run demo [-- --once]', args: process.argv.slice(2) });

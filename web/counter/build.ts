// Builds the counter: `buildCounter` for whoever serves it.
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildPage } from '../build-page.ts';

/** As `buildPage`. */
export function buildCounter(options: BuildOptions): Promise<string> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const takesFrom = ['checkout/rules', 'checkout/outside', 'checkout/parts', 'checkout/style'];
  return buildPage({ name: 'counter', folder, packages: ['preact', 'uqr'], takesFrom }, options);
}

// Builds the checkout page: `buildCheckout` for whoever serves it.
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildPage } from '../build-page.ts';

/** As `buildPage`. */
export function buildCheckout(options: BuildOptions): Promise<string> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  return buildPage({ name: 'checkout page', folder, packages: ['preact', 'uqr'] }, options);
}

// Builds the checkout page: `buildCheckout` for whoever serves it.
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildPage, textSources } from '../build-page.ts';

/** As `buildPage`. */
export function buildCheckout(options: BuildOptions): Promise<string> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const packages = [
    ...['preact', 'preact-render-to-string', 'uqr'],
    ...['@noble/ciphers', '@noble/curves', '@noble/hashes', '@scure/base', '@formatjs/icu-messageformat-parser'],
  ];
  return buildPage({ name: 'checkout page', folder, packages, takesFrom: textSources, server: 'server' }, options);
}

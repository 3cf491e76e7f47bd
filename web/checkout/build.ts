// Builds the checkout page (`buildCheckout`).
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildPage, type PageSources, textSources } from '../build-page.ts';

export const checkoutSources: PageSources = {
  name: 'checkout page',
  folder: fileURLToPath(new URL('.', import.meta.url)),
  packages: [
    ...['preact', 'preact-render-to-string', '@formatjs/icu-messageformat-parser'],
    ...['@noble/ciphers', '@noble/curves', '@noble/hashes', '@scure/base'],
  ],
  takesFrom: textSources,
  server: 'server',
};

/** As `buildPage`. */
export function buildCheckout(options: BuildOptions): Promise<string> {
  return buildPage(checkoutSources, options);
}

// Builds the counter (`buildCounter`).
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildPage, type PageSources } from '../build-page.ts';

export const counterSources: PageSources = {
  name: 'counter',
  folder: fileURLToPath(new URL('.', import.meta.url)),
  packages: ['preact'],
  takesFrom: ['checkout/rules', 'checkout/browser', 'checkout/parts', 'checkout/style'],
};

/** As `buildPage`. */
export function buildCounter(options: BuildOptions): Promise<string> {
  return buildPage(counterSources, options);
}

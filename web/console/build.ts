// Builds the console (`buildConsole`).
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildPage, type PageSources, textSources } from '../build-page.ts';

export const consoleSources: PageSources = {
  name: 'console',
  folder: fileURLToPath(new URL('.', import.meta.url)),
  packages: [
    ...['core', 'dates', 'form', 'hooks', 'notifications', 'spotlight'].map((part) => `@mantine/${part}`),
    ...['query', 'router', 'virtual'].map((part) => `@tanstack/react-${part}`),
    ...['@formatjs/icu-messageformat-parser', 'dayjs', 'react', 'react-dom'],
  ],
  takesFrom: ['checkout/rules', 'checkout/browser', 'checkout/style', ...textSources],
};

/** As `buildPage`. */
export function buildConsole(options: BuildOptions): Promise<string> {
  return buildPage(consoleSources, options);
}

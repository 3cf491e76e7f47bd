// Builds the console: `buildConsole` for whoever serves it.
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildPage, textSources } from '../build-page.ts';

/** As `buildPage`. */
export function buildConsole(options: BuildOptions): Promise<string> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const takesFrom = ['checkout/rules', 'checkout/outside', 'checkout/style', ...textSources];
  return buildPage({ name: 'console', folder, packages, takesFrom }, options);
}

const packages = [
  ...['core', 'dates', 'form', 'hooks', 'notifications', 'spotlight'].map((part) => `@mantine/${part}`),
  ...['query', 'router', 'virtual'].map((part) => `@tanstack/react-${part}`),
  ...['@formatjs/icu-messageformat-parser', 'dayjs', 'react', 'react-dom', 'uqr'],
];

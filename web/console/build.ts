// Builds the console: `buildConsole` for whoever serves it.
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildPage } from '../build-page.ts';

/** As `buildPage`. */
export function buildConsole(options: BuildOptions): Promise<string> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  return buildPage(
    { name: 'console', folder, packages, takesFrom: ['checkout/rules', 'checkout/outside', 'checkout/style'] },
    options,
  );
}

const packages = [
  ...['core', 'dates', 'form', 'hooks', 'notifications', 'spotlight'].map((part) => `@mantine/${part}`),
  ...['query', 'router', 'virtual'].map((part) => `@tanstack/react-${part}`),
  ...['dayjs', 'react', 'react-dom', 'uqr'],
];

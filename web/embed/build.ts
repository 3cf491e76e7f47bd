// Builds embed.js: `buildEmbed` for whoever serves it.
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildPage, textSources } from '../build-page.ts';

/** As `buildPage`: a folder with embed.js, its compressed forms, and embed.d.ts. */
export function buildEmbed(options: BuildOptions): Promise<string> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const takesFrom = ['checkout/paying', 'checkout/rules', ...textSources];
  return buildPage({ name: 'script for shops (embed.js)', folder, packages: [], takesFrom }, options);
}

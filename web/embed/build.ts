// Builds embed.js (`buildEmbed`).
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildPage, type PageSources, textSources } from '../build-page.ts';

export const embedSources: PageSources = {
  name: 'script for shops (embed.js)',
  folder: fileURLToPath(new URL('.', import.meta.url)),
  packages: [],
  takesFrom: ['checkout/paying', 'checkout/rules', ...textSources],
};

/** Returns the folder with embed.js, its compressed forms, and embed.d.ts. Throws as `buildPage`. */
export function buildEmbed(options: BuildOptions): Promise<string> {
  return buildPage(embedSources, options);
}

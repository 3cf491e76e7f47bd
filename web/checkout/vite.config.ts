// How the checkout page is bundled: the script that every page starts with, the rest of it apart, and one stylesheet,
// all named after their content.
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { checkedLocales } from '../../src/io/words/checked-locales.ts';
import { checkoutTextFiles } from './words/build.ts';

/** Of every asset: its address says what it is, so it may be cached for ever. */
const assetsDir = 'assets/checkout';

/** A file for each language: some of its texts are written into the page, and the script fetches all. */
const texts: Plugin = {
  name: 'texts of the page',
  generateBundle() {
    for (const { fileName, source } of checkoutTextFiles(checkedLocales()))
      this.emitFile({ type: 'asset', fileName, source });
  },
};

/** Vite would have what is imported late preceded by its styles and parts. It has none here. */
const plainImports: Plugin = {
  name: 'late parts are imported as they are',
  enforce: 'pre',
  load: (id) => (id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : null),
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  publicDir: false,
  plugins: [texts, plainImports],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    assetsDir,
    // An inlined asset would need a looser content security policy.
    assetsInlineLimit: 0,
    // Nothing is fetched ahead by the browser itself; see wake.ts.
    modulePreload: false,
    reportCompressedSize: false,
  },
});

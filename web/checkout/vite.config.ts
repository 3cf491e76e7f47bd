// Bundles the checkout page: the script that every page starts with, the rest of it in parts, and one stylesheet. File
// names contain a hash of the content.
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { checkedLocales } from '../../src/io/words/checked-locales.ts';
import { checkoutTextFiles } from './words/build.ts';

/** The path of every asset. Its name contains its hash, so it may be cached for ever. */
const assetsDir = 'assets/checkout';

/** One file per language: some texts are written into the page, and the script fetches the rest. */
const texts: Plugin = {
  name: 'texts of the page',
  generateBundle() {
    for (const { fileName, source } of checkoutTextFiles(checkedLocales()))
      this.emitFile({ type: 'asset', fileName, source });
  },
};

/** Vite would preload styles and parts before a dynamic import. There are none here. */
const plainImports: Plugin = {
  name: 'late parts are imported as they are',
  enforce: 'pre',
  load: (id) => (id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : null),
};

/** The script of the refund page, which imports nothing, so that it shares no part with the checkout. */
const refundScript = fileURLToPath(new URL('refund/follow-refund.ts', import.meta.url));

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
    // The browser preloads nothing; see wake.ts.
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: fileURLToPath(new URL('index.html', import.meta.url)), refund: refundScript },
    },
  },
});

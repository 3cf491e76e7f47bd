// How the checkout page is bundled: one script, one stylesheet, both named after their content.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // The address of every asset says what it is, so it may be cached for ever under this one prefix.
    assetsDir: 'assets/checkout',
    // An inlined asset would need a looser content security policy.
    assetsInlineLimit: 0,
    // Nothing is fetched ahead by the browser itself; see late-screens.ts.
    modulePreload: false,
    reportCompressedSize: false,
  },
});

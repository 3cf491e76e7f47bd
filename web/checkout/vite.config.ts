// How the checkout page is bundled: one script, one stylesheet, both named after their content.
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { en } from './words/en.ts';
import { languages } from './words/languages.ts';
import type { Texts } from './words/texts.ts';

/** The texts of each language as words/<code>.json: the service writes those of one into the page. */
const texts: Plugin = {
  name: 'texts of the page',
  generateBundle() {
    for (const [code, words] of Object.entries(languages))
      this.emitFile({ type: 'asset', fileName: `words/${code}.json`, source: JSON.stringify(inFull(words)) });
  },
};

/** English where a text is not translated. */
function inFull(words: Texts): Texts {
  return Object.fromEntries(
    Object.entries<Texts[string]>(en).map(([group, texts]) => [group, { ...texts, ...words[group] }]),
  );
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  publicDir: false,
  plugins: [texts],
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

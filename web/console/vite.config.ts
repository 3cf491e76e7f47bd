// Bundles the console: code of all screens in one script, each screen in a script of its own, and the texts of each
// language in a file of their own.
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { checkedLocales } from '../../src/io/words/checked-locales.ts';
import { consoleTexts } from './words/build.ts';

/** The names of assets contain the hash of their content, so they may be cached for ever. */
const assetsDir = 'assets/console';

const texts = consoleTexts(checkedLocales());

const textFiles: Plugin = {
  name: 'texts of the console',
  generateBundle() {
    for (const { language, source } of texts)
      this.emitFile({ type: 'asset', fileName: `${assetsDir}/${language.file}`, source });
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Scripts find each other below any path: see src/io/http/browser/built-files.ts.
  base: './',
  publicDir: false,
  plugins: [textFiles],
  // For words/languages.ts.
  define: { CONSOLE_LANGUAGES: JSON.stringify(texts.map(({ language }) => language)) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  // Every style element and preloaded stylesheet carries it; the server puts a fresh nonce in its place in each answer.
  html: { cspNonce: 'NONCE-OF-THIS-ANSWER' },
  build: {
    target: 'es2022',
    assetsDir,
    // An inlined asset would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      // Libraries carry "use client" marks for servers that render them; they have no effect here.
      onLog: (level, log, write) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') write(level, log);
      },
    },
  },
});

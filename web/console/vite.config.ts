// How the console is bundled: what every screen needs in one script, each screen in a script of its own.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Scripts find each other below any path: see src/io/http/browser/built-files.ts.
  base: './',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  // Every style element and preloaded stylesheet carries it; the server puts a fresh nonce in its place in each answer.
  html: { cspNonce: 'NONCE-OF-THIS-ANSWER' },
  build: {
    target: 'es2022',
    assetsDir: 'assets/console',
    // An inlined asset would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      // Libraries mark what is for browsers, for builds that also serve: here all of it is.
      onLog: (level, log, tell) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log);
      },
    },
  },
});

// How embed.js is bundled: one classic script under a name that never changes, and its types beside it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const types: Plugin = {
  name: 'types',
  generateBundle() {
    const source = readFileSync(new URL('embed.d.ts', import.meta.url), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'embed.d.ts', source });
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  plugins: [types],
  build: {
    target: 'es2022',
    lib: {
      entry: fileURLToPath(new URL('main.ts', import.meta.url)),
      formats: ['iife'],
      name: 'QuittanceScript',
      fileName: () => 'embed.js',
    },
    reportCompressedSize: false,
  },
});

// Bundles embed.js: one classic script under a name that never changes, and its types.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { checkedLocales } from '../../src/io/words/checked-locales.ts';
import { embedTexts } from './words/build.ts';

const types: Plugin = {
  name: 'types',
  generateBundle() {
    const source = readFileSync(new URL('embed.d.ts', import.meta.url), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'embed.d.ts', source });
  },
};

const { inScript, files } = embedTexts(checkedLocales());

/** The script has the texts of English, and the hashes of the files for all other languages. */
const texts: Plugin = {
  name: 'texts of embed.js',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('embed/words/built-texts.ts')) return null;
    return Object.entries(inScript)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join('\n');
  },
  generateBundle() {
    for (const { fileName, source } of Object.values(files)) this.emitFile({ type: 'asset', fileName, source });
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  plugins: [types, texts],
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

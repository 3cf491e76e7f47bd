// How the part of the checkout page that the service itself runs is bundled: one file, with all that it needs.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const noBrowser = fileURLToPath(new URL('no-browser.ts', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  define: { 'process.env.NODE_ENV': '"production"' },
  // An instance installs neither Preact nor what draws with it.
  ssr: { noExternal: true },
  build: {
    ssr: fileURLToPath(new URL('draw.tsx', import.meta.url)),
    target: 'es2024',
    minify: true,
    reportCompressedSize: false,
    rolldownOptions: {
      // What the page's parts ask the browser for while they are drawn.
      transform: {
        inject: {
          location: [noBrowser, 'location'],
          matchMedia: [noBrowser, 'matchMedia'],
          navigator: [noBrowser, 'navigator'],
          localStorage: [noBrowser, 'localStorage'],
          sessionStorage: [noBrowser, 'sessionStorage'],
        },
      },
      output: { entryFileNames: 'draw.js' },
    },
  },
});

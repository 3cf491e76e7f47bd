// Bundles the server's part of the checkout page into one file with its dependencies.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const noBrowser = fileURLToPath(new URL('no-browser.ts', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  define: { 'process.env.NODE_ENV': '"production"' },
  // An instance installs neither Preact nor its renderer.
  ssr: { noExternal: true },
  build: {
    ssr: fileURLToPath(new URL('draw.tsx', import.meta.url)),
    target: 'es2024',
    minify: true,
    reportCompressedSize: false,
    rolldownOptions: {
      // The browser globals that components use while they are drawn.
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

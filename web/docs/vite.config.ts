// How the page of the API document is bundled: Scalar's reference, made to live under our content security policy.
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/** Stands for a style element, and makes a constructed sheet of the text it is given. */
const sheet = [
  '{ appendChild(text) { const made = new CSSStyleSheet();',
  'made.replaceSync(text.data); document.adoptedStyleSheets.push(made); } }',
].join(' ');

/**
 * What the package does that a strict policy refuses, or shows otherwise than we want. Each is replaced where it
 * stands; a new version of the package in which one is not found any more fails the build.
 */
const changes: readonly { readonly file: RegExp; readonly from: string; readonly to: string }[] = [
  // Its theme in a style element: ours is in the stylesheet.
  {
    file: /api-reference\/dist\/components\/ApiReference\.vue\.script\.js$/,
    from: 'resolveDynamicComponent("style")',
    to: 'resolveDynamicComponent("template")',
  },
  // Styles set as an attribute are inline styles to the policy; set as a property they are not.
  {
    file: /themes\/dist\/index\.js$/,
    from: 'parent.setAttribute("style", "width:30px;height:30px;overflow-y:scroll;")',
    to: 'parent.style.cssText = "width:30px;height:30px;overflow-y:scroll;"',
  },
  {
    file: /themes\/dist\/index\.js$/,
    from: 'child.setAttribute("style", "width:100%;height:40px")',
    to: 'child.style.cssText = "width:100%;height:40px"',
  },
  // How many lines a sample has, in a style within its HTML: the stylesheet says how wide their numbers are.
  {
    file: /code-highlight\/dist\/chunks\/code\.js$/,
    from: 'node.properties.style = [',
    to: 'node.properties.dataLines = [',
  },
  // Style elements for its messages.
  {
    file: /vue-sonner\/lib\/vue-sonner\.js$/,
    from: 'let n = document.createElement("style");',
    to: `let n = ${sheet};`,
  },
  { file: /vue-sonner\/lib\/vue-sonner\.js$/, from: 't.appendChild(n), ', to: '' },
  {
    file: /use-toasts\/dist\/index\.js$/,
    from: 'var elementStyle = document.createElement("style");',
    to: `var elementStyle = ${sheet};`,
  },
  { file: /use-toasts\/dist\/index\.js$/, from: 'document.head.appendChild(elementStyle);', to: '' },
  // The editor's style element, too, where the page itself could take a sheet.
  {
    file: /style-mod\/src\/style-mod\.js$/,
    from: '!root.head && root.adoptedStyleSheets',
    to: 'root.adoptedStyleSheets',
  },
  // It tries whether text may be evaluated, which the policy refuses and tells of.
  { file: /zod\/v4\/core\/util\.js$/, from: 'new F("");', to: 'throw new Error();' },
  // The languages that are shown first.
  {
    file: /helpers\/featured-clients\.js$/,
    from: '"ruby/native",\n\t"node/undici",\n\t"php/guzzle",\n\t"python/python3"',
    to: '"js/fetch", "php/curl", "python/requests", "go/native"',
  },
  // What it makes is TypeScript as well.
  { file: /snippetz\/dist\/clients\/index\.js$/, from: "title: 'JavaScript'", to: "title: 'TypeScript'" },
];

function changePackage(): Plugin {
  const made = new Set<(typeof changes)[number]>();
  return {
    name: 'change-package',
    transform(code, id) {
      const [file = ''] = id.split('?', 1);
      const here = changes.filter((one) => one.file.test(file));
      if (here.length === 0) return null;
      for (const one of here) if (code.includes(one.from)) made.add(one);
      return { code: here.reduce((text, one) => text.replace(one.from, () => one.to), code), map: null };
    },
    buildEnd(error) {
      const missing = changes.filter((one) => !made.has(one));
      if (error === undefined && missing.length > 0)
        throw new Error(`Not found in the package any more: ${missing.map((one) => one.from).join('; ')}`);
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Scripts find each other below any path: see src/io/http/browser/built-files.ts.
  base: './',
  publicDir: false,
  plugins: [changePackage()],
  // Vue's switches, so that what they switch off is left out.
  define: {
    __VUE_OPTIONS_API__: 'true',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
  },
  build: {
    target: 'es2022',
    assetsDir: 'assets/docs',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4_000,
  },
});

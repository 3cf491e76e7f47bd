// Text has enough contrast in both colour schemes on every page, computed from the stylesheets. The console has its own
// test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referenceStyle } from '../../src/features/pages/docs/reference/frame/reference-style.ts';
import { faintText, type Look } from '../rig/browser/visual/faint-text.ts';
import { sourceFiles } from '../rig/house/source-tree.ts';

const sources = sourceFiles(['web', 'src'], ['.css', '.ts', '.tsx']).filter(
  ({ path }) => !path.startsWith('web/console/'),
);
const sheets = (folder: string) =>
  sources.filter(({ path }) => path.startsWith(folder) && path.endsWith('.css')).map(({ text }) => text);
/** The stylesheets inside programs, by file: one template, or a list of texts. */
const carried = new Map(
  sources
    .filter(({ path, text }) => !path.endsWith('.css') && /color-scheme: ?light dark/.test(text))
    .map(({ path, text }) => [path, /[sS]tyle = (?:`([^`]+)`|\[([^\]]+)\n\])/.exec(text)?.slice(1).join('') ?? '']),
);
const carriedBy = (path: string) => (carried.get(path) ?? assert.fail(path)).replaceAll(/^\s*'|',$/gm, '');
const ours = { ink: 'var(--ink)', sheet: 'var(--sheet)' } as const;

const looks: Readonly<Record<string, Look>> = {
  'the checkout': { ...ours, css: sheets('web/checkout/').join(''), bare: ['.pulse', '.qr'] },
  'the counter': { ...ours, css: [...sheets('web/checkout/style/ground'), ...sheets('web/counter/')].join('') },
  'the receipt': { ...ours, css: carriedBy('web/checkout/server/printed-receipt.tsx') },
  'pages that the server writes': { ...ours, css: carriedBy('src/io/http/browser/html-page.ts') },
  'the guides': { ...ours, css: carriedBy('src/features/pages/docs/pages/docs-page.ts') },
  'the reference': { ...ours, css: carriedBy('src/features/pages/docs/pages/docs-page.ts') + referenceStyle },
  'the payment in a shop’s page': { ...ours, css: carriedBy('web/embed/drawn/payment-style.ts'), bare: ['svg'] },
  'the frame in a shop’s page': { css: carriedBy('web/embed/frame-style.ts'), ink: 'CanvasText', sheet: 'Canvas' },
};

for (const [name, look] of Object.entries(looks))
  for (const scheme of ['light', 'dark'] as const)
    test(`each colour of text can be read on each ground: ${name}, ${scheme}`, () => {
      assert.deepEqual(faintText(look, scheme), []);
    });

test('every stylesheet is in the table', () => {
  const css = Object.values(looks)
    .map((look) => look.css)
    .join('');
  for (const { path, text } of sources) if (path.endsWith('.css')) assert.ok(css.includes(text), path);
  for (const path of carried.keys()) assert.ok(css.includes(carriedBy(path)), path);
});

// Text can be read in both colour schemes, on every page: each colour of text that a stylesheet has, on each ground that
// it has, computed from what is declared.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colourOf, contrastOf, type Rgb, type Scheme, type Variables } from '../rig/browser/look/colours.ts';
import { consolePairs, consoleVariables, washed } from '../rig/browser/look/console-colours.ts';
import { type ColourRule, stylesheet } from '../rig/browser/look/stylesheet.ts';
import { sourceFiles } from '../rig/house/source-tree.ts';

/** WCAG 2.2, 1.4.3: of text of any size. */
const least = 4.5;

interface Look {
  readonly css: string;
  /** The text that everything inherits, and the ground of a sheet. */
  readonly ink: string;
  readonly sheet: string;
  /** Besides those of its own stylesheet. */
  readonly variables?: (scheme: Scheme) => Variables;
  /** Pairs that no stylesheet of ours names. */
  readonly pairs?: readonly (readonly [text: string, ground: string])[];
}

const sources = sourceFiles(['web', 'src'], ['.css', '.ts', '.tsx']);
const sheets = (folder: string) =>
  sources.filter(({ path }) => path.startsWith(folder) && path.endsWith('.css')).map(({ text }) => text);
/** The stylesheets that programs carry with them, by the file of each: one template, or a list of texts. */
const carried = new Map(
  sources
    .filter(({ path, text }) => !path.endsWith('.css') && /color-scheme: ?light dark/.test(text))
    .map(({ path, text }) => [path, /[sS]tyle = (?:`([^`]+)`|\[([^\]]+)\n\])/.exec(text)?.slice(1).join('') ?? '']),
);
const carriedBy = (path: string) => (carried.get(path) ?? assert.fail(path)).replaceAll(/^\s*'|',$/gm, '');
const ours = { ink: 'var(--ink)', sheet: 'var(--sheet)' } as const;

const looks: Readonly<Record<string, Look>> = {
  'the checkout': { ...ours, css: sheets('web/checkout/').join('') },
  'the counter': { ...ours, css: [...sheets('web/checkout/style/ground'), ...sheets('web/counter/')].join('') },
  'the receipt': { ...ours, css: carriedBy('web/checkout/server/printed-receipt.tsx') },
  'pages that the server writes': { ...ours, css: carriedBy('src/io/http/browser/html-page.ts') },
  'the guides': { ...ours, css: carriedBy('src/features/docs/pages/docs-page.ts') },
  'the reference': {
    css: sheets('web/docs/').join(''),
    ...{ ink: 'var(--scalar-color-1)', sheet: 'var(--scalar-background-1)' },
  },
  'the frame in a shop’s page': { css: carriedBy('web/embed/frame-style.ts'), ink: 'CanvasText', sheet: 'Canvas' },
  'the console': {
    css: sheets('web/console/').join(''),
    ...{ ink: 'var(--q-ink)', sheet: 'var(--q-sheet)' },
    ...{ variables: consoleVariables, pairs: consolePairs },
  },
};

/** Grounds that hold no text. */
const bare = new Set(['.pulse', '.qr', '.paid-bar', '.paid-bar .paid', '.paid-bar .pending']);
/** What is drawn before or after an element, or within a control, is no text either. */
const drawn = /::(?:before|after|backdrop|-webkit-[\w-]+|-moz-[\w-]+)$/;
/** Text that lies on a filled part alone, whose own ground is Mantine's. */
const onFilled = /\[data-variant="filled"\]|-(?:Checkbox|Radio)-icon$/;

for (const [name, look] of Object.entries(looks))
  for (const scheme of ['light', 'dark'] as const)
    test(`each colour of text can be read on each ground: ${name}, ${scheme}`, () => {
      const own = stylesheet(look.css);
      const variables = new Map([...(look.variables?.(scheme) ?? []), ...own.variables(scheme)]);
      const sheet = colourOf(look.sheet, variables, white) ?? white;
      const pairs = [...(look.pairs ?? []), ...pairsOf(own.rules(scheme), look)];
      const faint = pairs.flatMap(([text, ground]) => {
        const below = colourOf(ground, variables, sheet) ?? sheet;
        const over = colourOf(text, variables, below);
        const contrast = over === null ? least : contrastOf(over, below);
        return contrast < least ? `${text} on ${ground}: ${contrast.toFixed(2)}` : [];
      });
      assert.deepEqual([...new Set(faint)], []);
    });

const white: Rgb = [255, 255, 255];

/** A rule that sets both means them together. Text alone may lie on any ground, and a ground alone holds any text. */
function pairsOf(rules: readonly ColourRule[], { ink, sheet }: Look): (readonly [text: string, ground: string])[] {
  const seen = rules.filter(({ selector }) => !bare.has(selector) && !drawn.test(selector));
  const [filled, others] = [
    seen.filter((one) => onFilled.test(one.selector)),
    seen.filter((one) => !onFilled.test(one.selector)),
  ];
  const texts = [ink, ...others.flatMap(({ text, ground }) => (ground === undefined ? (text ?? []) : []))];
  const isWide = ({ text, selector }: ColourRule) => text === undefined || selector === 'body';
  const grounds = [sheet, ...others.flatMap((rule) => (isWide(rule) ? (rule.ground ?? []) : []))];
  return [
    ...texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)),
    ...others.flatMap(({ text, ground }) => (text && ground ? [[text, ground] as const] : [])),
    ...filled.map(({ text = ink }) => [text, 'var(--mantine-primary-color-filled)'] as const),
  ];
}

test('every stylesheet, and every colour that the console names, is in the table', () => {
  const css = Object.values(looks)
    .map((look) => look.css)
    .join('');
  for (const { path, text } of sources) if (path.endsWith('.css')) assert.ok(css.includes(text), path);
  for (const path of carried.keys()) assert.ok(css.includes(carriedBy(path)), path);
  const named = sources
    .filter(({ path }) => path.startsWith('web/console/'))
    .flatMap(({ text }) => [...text.matchAll(/\bcolor(?:=|: )["'](\w+)["']/g)].map(([, colour = '']) => colour));
  const known = new Set<string>(washed);
  assert.deepEqual(
    named.filter((colour) => !known.has(colour)),
    [],
  );
  const selectors = Object.values(looks).flatMap((look) =>
    stylesheet(look.css)
      .rules('light')
      .map((one) => one.selector),
  );
  for (const selector of bare) assert.ok(selectors.includes(selector), `${selector} is in no stylesheet`);
});

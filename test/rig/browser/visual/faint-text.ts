// Finds text with too little contrast in one color scheme. Combines each text color of a stylesheet with each
// background, as declared.
import assert from 'node:assert/strict';
import { colourOf, contrastOf, type Rgb, type Scheme, type Variables } from './colours.ts';
import { type ColourRule, stylesheet } from './stylesheet.ts';

export interface Look {
  readonly css: string;
  /** The inherited text color, and the background of a sheet. */
  readonly ink: string;
  readonly sheet: string;
  /** Selectors of backgrounds that never contain text. */
  readonly bare?: readonly string[];
  /** Additional variables besides those of the stylesheet. */
  readonly variables?: (scheme: Scheme) => Variables;
  /** Pairs that no stylesheet of ours declares. */
  readonly pairs?: readonly Pair[];
}

export type Pair = readonly [text: string, ground: string];

/** WCAG 2.2, 1.4.3: the minimum for text of any size. */
const least = 4.5;
const white: Rgb = [255, 255, 255];
/** Pseudo-elements before or after an element, or inside a control, contain no text either. */
const drawn = /::(?:before|after|backdrop|-webkit-[\w-]+|-moz-[\w-]+)$/;
/** Text that only occurs on a filled part, whose background color is Mantine's. */
const onFilled = /\[data-variant="filled"\]|-(?:Checkbox|Radio)-icon$/;

/** Returns each pair below the minimum, with its contrast. */
export function faintText(look: Look, scheme: Scheme): string[] {
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
  return [...new Set(faint)];
}

/**
 * A rule with both colors is one pair. A rule with only a text color is combined with every background, and the
 * reverse.
 */
function pairsOf(rules: readonly ColourRule[], { ink, sheet, bare = [] }: Look): Pair[] {
  for (const one of bare)
    assert.ok(
      rules.some(({ selector }) => selector === one),
      `${one} is in no stylesheet`,
    );
  const seen = rules.filter(({ selector }) => !bare.includes(selector) && !drawn.test(selector));
  const filled = seen.filter(({ selector }) => onFilled.test(selector));
  const others = seen.filter(({ selector }) => !onFilled.test(selector));
  const texts = [ink, ...others.flatMap(({ text, ground }) => (ground === undefined ? (text ?? []) : []))];
  const isWide = ({ text, selector }: ColourRule) => text === undefined || selector === 'body';
  const grounds = [sheet, ...others.flatMap((rule) => (isWide(rule) ? (rule.ground ?? []) : []))];
  return [
    ...texts.flatMap((text) => grounds.map((ground): Pair => [text, ground])),
    ...others.flatMap(({ text, ground }): Pair[] => (text && ground ? [[text, ground]] : [])),
    ...filled.map(({ text = ink }): Pair => [text, 'var(--mantine-primary-color-filled)']),
  ];
}

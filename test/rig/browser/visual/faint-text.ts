// Text that is too faint to be read, in one colour scheme: each colour of text that a stylesheet has, on each ground
// that it has, computed from what is declared.
import assert from 'node:assert/strict';
import { colourOf, contrastOf, type Rgb, type Scheme, type Variables } from './colours.ts';
import { type ColourRule, stylesheet } from './stylesheet.ts';

export interface Look {
  readonly css: string;
  /** The text that everything inherits, and the ground of a sheet. */
  readonly ink: string;
  readonly sheet: string;
  /** Selectors of grounds that hold no text. */
  readonly bare?: readonly string[];
  /** Besides those of its own stylesheet. */
  readonly variables?: (scheme: Scheme) => Variables;
  /** Pairs that no stylesheet of ours names. */
  readonly pairs?: readonly Pair[];
}

export type Pair = readonly [text: string, ground: string];

/** WCAG 2.2, 1.4.3: of text of any size. */
const least = 4.5;
const white: Rgb = [255, 255, 255];
/** Parts that CSS draws before or after an element, or within a control, are no text either. */
const drawn = /::(?:before|after|backdrop|-webkit-[\w-]+|-moz-[\w-]+)$/;
/** Text that lies on a filled part alone, whose own ground is Mantine's. */
const onFilled = /\[data-variant="filled"\]|-(?:Checkbox|Radio)-icon$/;

/** Each pair below the least contrast, with its contrast. */
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

/** A rule that sets both means them together. Text alone may lie on any ground, and a ground alone holds any text. */
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

// What the console's colours come to in each scheme, its theme laid over Mantine's, and the pairs of text and ground
// that Mantine's parts are made of there.
import { DEFAULT_THEME, defaultCssVariablesResolver, type MantineTheme, mergeMantineTheme } from '@mantine/core';
import { colourVariables, theme } from '../../../../web/console/look/theme.ts';
import type { Scheme, Variables } from './colours.ts';

type Pair = readonly [text: string, ground: string];

/** Of badges, alerts and other parts that lie on a wash of their colour. */
export const washed = ['green', 'blue', 'amber', 'red', 'gray'] as const;
/** Of what is pressed. */
const pressed = ['green', 'red'] as const;

const whole: MantineTheme = mergeMantineTheme(DEFAULT_THEME, theme);

/** Every custom property that the console's pages have in the scheme. */
export function consoleVariables(scheme: Scheme): Variables {
  const [mantine, own] = [defaultCssVariablesResolver(whole), colourVariables(whole)];
  const layers = [mantine.variables, mantine[scheme], own.variables, own[scheme]];
  return new Map(layers.flatMap((one) => Object.entries(one)));
}

const texts = ['text', 'dimmed', 'placeholder', 'anchor', 'error'].map((name) => `var(--mantine-color-${name})`);
const grounds = [
  ...['var(--q-sheet)', 'var(--q-paper)', 'var(--q-hover)', 'var(--mantine-color-default-hover)'],
  ...washed.map((name) => `var(--mantine-color-${name}-light)`),
];

function part(
  color: string,
  variant: string,
): { readonly text: string; readonly ground: string; readonly hover: string } {
  const { color: text, background: ground, hover } = whole.variantColorResolver({ color, variant, theme: whole });
  return { text, ground, hover };
}

export const consolePairs: readonly Pair[] = [
  ...texts.flatMap((text) => grounds.map((ground): Pair => [text, ground])),
  ...washed.map((name) => part(name, 'light')).map(({ text, ground }): Pair => [text, ground]),
  ...pressed
    .flatMap((name) => ['filled', 'light', 'subtle', 'default'].map((variant) => part(name, variant)))
    .flatMap(({ text, ground, hover }): Pair[] => [
      [text, ground],
      [text, hover],
    ]),
];

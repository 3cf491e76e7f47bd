// Text is readable in both colour schemes on every screen: computed from the console's stylesheets, its theme over
// Mantine's, and the pairs of text and background in Mantine's components.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_THEME, defaultCssVariablesResolver, type MantineTheme, mergeMantineTheme } from '@mantine/core';
import type { Scheme, Variables } from '../../../test/rig/browser/visual/colours.ts';
import { faintText, type Look, type Pair } from '../../../test/rig/browser/visual/faint-text.ts';
import { sourceFiles } from '../../../test/rig/house/source-tree.ts';
import { colourVariables, theme } from './theme.ts';

/** The colours of badges, alerts and other components on a tinted background. */
const washed = ['green', 'blue', 'amber', 'red', 'gray'] as const;
/** The colours of buttons. */
const pressed = ['green', 'red'] as const;

const whole: MantineTheme = mergeMantineTheme(DEFAULT_THEME, theme);

/** Every custom property that the console's pages have in the scheme. */
function consoleVariables(scheme: Scheme): Variables {
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

const consolePairs: readonly Pair[] = [
  ...texts.flatMap((text) => grounds.map((ground): Pair => [text, ground])),
  ...washed.map((name) => part(name, 'light')).map(({ text, ground }): Pair => [text, ground]),
  ...pressed
    .flatMap((name) => ['filled', 'light', 'subtle', 'default'].map((variant) => part(name, variant)))
    .flatMap(({ text, ground, hover }): Pair[] => [
      [text, ground],
      [text, hover],
    ]),
];

const sources = sourceFiles(['web/console'], ['.css', '.ts', '.tsx']);
const look: Look = {
  css: sources.flatMap(({ path, text }) => (path.endsWith('.css') ? text : [])).join(''),
  ink: 'var(--q-ink)',
  sheet: 'var(--q-sheet)',
  bare: ['.paid-bar', '.paid-bar .paid', '.paid-bar .pending'],
  variables: consoleVariables,
  pairs: consolePairs,
};

for (const scheme of ['light', 'dark'] as const)
  test(`each colour of text can be read on each ground: ${scheme}`, () => {
    assert.deepEqual(faintText(look, scheme), []);
  });

test('every colour that a screen names is one of these', () => {
  const named = sources.flatMap(({ text }) =>
    [...text.matchAll(/\bcolor(?:=|: )["'](\w+)["']/g)].map(([, one]) => one),
  );
  const known: readonly (string | undefined)[] = washed;
  assert.deepEqual(
    named.filter((one) => !known.includes(one)),
    [],
  );
});

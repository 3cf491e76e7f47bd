// A merchant's colour stays unchanged if it is readable, and moves only as far as needed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandColours } from './brand-colour.ts';

test('a colour that can be read stays what it is', () => {
  assert.deepEqual(brandColours('#0b6b4d')?.light, { accent: '#0b6b4d', ink: '#ffffff' });
  assert.deepEqual(brandColours('#56C596')?.dark, { accent: '#56c596', ink: '#000000' });
});

test('whatever the colour, it and the text on it keep 4.5 to 1 on every ground, in light and dark', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff'];
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const colours = brandColours(`#${red}${green}${blue}`);
        assert.ok(colours);
        for (const [{ accent, ink }, grounds] of [
          [colours.light, ['#ffffff', '#f4f2ec', blend('#ffffff', colours.light.accent, 0.1)]],
          [colours.dark, ['#1c201d', '#131613', blend('#1c201d', colours.dark.accent, 0.15)]],
        ] as const)
          for (const ground of [...grounds, ink]) {
            assert.ok(contrast(accent, ground) >= 4.5, `#${red}${green}${blue}: ${accent} on ${ground}`);
          }
      }
});

test('what is no colour dresses nothing', () => {
  for (const text of ['red', '#fff', '#12345g', 'url(https://elsewhere.example)', '', null, undefined])
    assert.equal(brandColours(text), null);
});

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function blend(ground: string, colour: string, share: number): string {
  const over = channels(colour);
  const mixed = channels(ground).map((part, index) => Math.round(part * (1 - share) + (over[index] as number) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Written again from https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio, so that the test does not use the code it tests.
 */
function contrast(one: string, other: string): number {
  const [high, low] = [one, other]
    .map((colour) => {
      const [r, g, b] = channels(colour).map((part) =>
        part / 255 > 0.04045 ? ((part / 255 + 0.055) / 1.055) ** 2.4 : part / 255 / 12.92,
      ) as [number, number, number];
      return r * 0.2126 + g * 0.7152 + b * 0.0722;
    })
    .sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

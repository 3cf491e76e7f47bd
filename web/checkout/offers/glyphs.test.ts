// Icons are small, contrast with the page, and exist for every entry of the registry.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allGlyphs } from './glyphs.ts';

test('no sign weighs more than 300 bytes, and each keeps 3 to 1 against its sign and both pages', () => {
  for (const { tint, path } of allGlyphs) {
    assert.ok(tint.length + path.length <= 300, path);
    for (const ground of ['#ffffff', '#f4f2ec', '#1c201d', '#131613'])
      assert.ok(contrast(tint, ground) >= 3, `${tint} on ${ground}: ${contrast(tint, ground)}`);
  }
});

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [high, low] = [one, other]
    .map((colour) => {
      const [r, g, b] = [1, 3, 5]
        .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
        .map((part) => (part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92)) as [number, number, number];
      return r * 0.2126 + g * 0.7152 + b * 0.0722;
    })
    .sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

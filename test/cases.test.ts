// docs/reference/cases.md and its pages list every adversarial case with the test that proves it, or the reason why
// there is no test. Every listed test must exist.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingTests, type NamedRow, readRows } from './rig/documents/named-tests.ts';

const rows = readRows('docs/reference/cases.md');

/** The highest number of each letter, and the numbers below it that were never assigned or were withdrawn. */
const series: Readonly<Record<string, { readonly last: number; readonly none: readonly number[] }>> = {
  L: { last: 17, none: [] },
  M: { last: 12, none: [] },
  A: { last: 30, none: [3, 10, 18, 29] },
  B: { last: 27, none: [3, 6, 14] },
  C: { last: 22, none: [3, 11] },
  D: { last: 14, none: [] },
  E: { last: 19, none: [] },
  F: { last: 30, none: [12] },
  W: { last: 48, none: [15, 24, 26] },
  S: { last: 21, none: [] },
};

test('every case names a test that exists, or says in a sentence why there is none', () => {
  assert.deepEqual(missingTests(rows), []);
  const unsaid = rows.filter(
    ({ file, name }) => file === null && !/^(?:Does not apply|Not there yet|In progress)\b.*\.$/.test(name),
  );
  assert.deepEqual(unsaid, []);
  assert.deepEqual(
    rows.filter(({ words, number }) => words === '' && number === ''),
    [],
  );
});

test('every case is there, once, in order', () => {
  const listed = rows.filter(({ words }) => words !== '').map(({ number }) => number);
  const wanted = Object.entries(series).flatMap(([letter, { last, none }]) =>
    Array.from({ length: last }, (_, index) => index + 1)
      .filter((number) => !none.includes(number))
      .map((number) => letter + number),
  );
  assert.deepEqual(listed, wanted);
});

test('the first test of a case has its number in its name, where it is not a law', (t) => {
  const cases = [...Map.groupBy(rows, ({ number }) => number)];
  const proven = cases.filter(([, [first]]) => first?.file !== null);
  t.diagnostic(
    `${proven.length} of ${cases.length} cases and laws have ${rows.filter(({ file }) => file !== null).length} tests`,
  );
  const unnamed = proven.filter(([number, of]) => !number.startsWith('L') && !of.some((one) => isNamedAfter(one)));
  assert.deepEqual(
    unnamed.map(([number]) => number),
    [],
  );
});

/** Accepts `W18`, alone or next to other numbers, but not as the beginning of `W180`. */
function isNamedAfter({ number, name }: NamedRow): boolean {
  return new RegExp(`\\b${number}\\b`).test(name);
}

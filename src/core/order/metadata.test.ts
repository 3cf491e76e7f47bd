// Metadata: pairs of text, cut to the limits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Warnings } from './caption.ts';
import { mostMetadataBytes, readMetadataPairs } from './metadata.ts';

const numbered = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, value]));

const cases: readonly [given: unknown, kept: object, warned?: readonly string[]][] = [
  [null, {}],
  [[], {}],
  ['', {}],
  [{}, {}],
  ['text', {}, ['metadata invalid_format']],
  [7, {}, ['metadata invalid_format']],
  [
    { order_id: 123, paid: false, weight: 1.5 },
    { order_id: '123', paid: 'false', weight: '1.5' },
  ],
  [{ coupon: null, note: '', blank: '  ' }, {}],
  [{ cart: { id: 7, lines: [1, 2] } }, { cart: '{"id":7,"lines":[1,2]}' }],
  [['a', 'b'], { 0: 'a', 1: 'b' }],
  [{ ' name ': ' value ' }, { name: 'value' }],
  [{ 'line\nbreak': 'Grüße\n🐑' }, { 'line\nbreak': 'Grüße\n🐑' }],
  [{ 'a\u0000': 'b\u0000' }, { a: 'b' }],
  [{ '': 'x' }, {}, ['metadata invalid_format']],
  [{ a: '1', ' a': '2' }, { a: '1' }, ['metadata.a too_many']],
  [{ ['k'.repeat(101)]: 'x' }, { ['k'.repeat(100)]: 'x' }, ['metadata too_long']],
  [{ a: 'x'.repeat(2001) }, { a: 'x'.repeat(2000) }, ['metadata.a too_long']],
  [numbered(51, 'x'), numbered(50, 'x'), ['metadata too_many']],
  [{ ...numbered(50, 'x'), empty: '' }, numbered(50, 'x')],
  [
    { constructor: 'x', toString: 'y' },
    { constructor: 'x', toString: 'y' },
  ],
];

test('metadata takes any JSON value, and says what it left out', () => {
  for (const [given, kept, warned = []] of cases) {
    const warnings = new Warnings();
    assert.deepEqual(readMetadataPairs(given, warnings), kept, JSON.stringify(given));
    assert.deepEqual(
      warnings.list.map(({ field, code }) => `${field} ${code}`),
      warned,
      JSON.stringify(given),
    );
  }
});

test('metadata is at most 8 KiB of JSON, in whichever letters', () => {
  for (const value of ['x'.repeat(1000), '"'.repeat(1000), '🐑'.repeat(500)]) {
    const warnings = new Warnings();
    const kept = readMetadataPairs(numbered(20, value), warnings);
    const size = Buffer.byteLength(JSON.stringify(kept));
    assert.ok(size <= mostMetadataBytes && size > mostMetadataBytes - 3000, `${size}`);
    assert.ok(warnings.list.every(({ code }) => code === 'too_long') && warnings.list.length > 0);
  }
});

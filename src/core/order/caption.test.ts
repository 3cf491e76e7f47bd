// Captions are cleaned and cut, never refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CaptionLimit, readCaption, Warnings } from './caption.ts';

const line: CaptionLimit = { most: 10 };
const lines: CaptionLimit = { most: 10, hasLines: true };

const cases: readonly [given: unknown, limit: CaptionLimit, text: string | null, isCut?: boolean][] = [
  ['Tea', line, 'Tea'],
  ['', line, null],
  [' \t\n\u00a0', line, null],
  [undefined, line, null],
  [null, line, null],
  [' Tea ', line, 'Tea'],
  [123, line, '123'],
  [0, line, '0'],
  [1.5, line, '1.5'],
  [true, line, 'true'],
  [false, line, 'false'],
  [[], line, '[]'],
  [{ a: 1 }, line, '{"a":1}'],
  ['a\u0000b\u0007c\u007f\u0085', line, 'abc'],
  ['a\r\nb', line, 'a b'],
  ['a\r\nb\tc', lines, 'a\nb\tc'],
  ['a\u2028b', line, 'a b'],
  ['1234567890', line, '1234567890'],
  ['12345678901', line, '1234567890', true],
  ['123456789 1', line, '123456789', true],
  ['🐑'.repeat(10), line, '🐑'.repeat(10)],
  ['🐑'.repeat(11), line, '🐑'.repeat(10), true],
  ['123456789🐑🐑', line, '123456789🐑', true],
  ['half \ud83d', line, 'half'],
  ['\udc11 half', line, 'half'],
  ['<b>Tee & Grüße</b>'.slice(0, 10), line, '<b>Tee & G'],
];

test('a caption is any JSON value as text, tidied and cut at code points', () => {
  for (const [given, limit, text, isCut = false] of cases) {
    assert.deepEqual(readCaption(given, limit), { text, isCut }, JSON.stringify(given));
  }
});

test('a cut is warned of by its field, and warnings stay few', () => {
  const warnings = new Warnings();
  assert.equal(warnings.caption('order.description', 'short', line), 'short');
  assert.deepEqual(warnings.list, []);
  for (let i = 0; i < 150; i++) warnings.caption(`order.items.${i}.name`, 'x'.repeat(11), line);
  assert.deepEqual(warnings.list[0], { field: 'order.items.0.name', code: 'too_long' });
  assert.equal(warnings.list.length, 100);
});

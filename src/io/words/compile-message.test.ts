// ICU messages are compiled to the form that pages use. Unsupported syntax is rejected with a reason.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileMessage, MessageFault, placesOf } from './compile-message.ts';

test('places stay places, apostrophes are read as ICU reads them, and a count becomes its plural forms', () => {
  assert.equal(compileMessage("Pay {price}, if it isn't paid", 'ltr'), "Pay {price}, if it isn't paid");
  assert.equal(compileMessage("''{price}''", 'ltr'), "'{price}'");
  assert.deepEqual(compileMessage('{count, plural, one {# item} other {# items}} of {shop}', 'ltr'), {
    one: '{count} item of {shop}',
    other: '{count} items of {shop}',
  });
});

test('right to left, every value is isolated, and an amount with its coin reads from left to right', () => {
  assert.equal(
    compileMessage('{amount} {coin} / {shop}', 'rtl'),
    '\u2066\u2068{amount}\u2069 \u2068{coin}\u2069\u2069 / \u2068{shop}\u2069',
  );
  assert.deepEqual(compileMessage('{count, plural, one {x} other {#}}', 'rtl'), {
    one: 'x',
    other: '\u2068{count}\u2069',
  });
});

test('syntax that is broken or that no page supports is refused', () => {
  for (const [message, why] of [
    ['Pay {price', /not valid ICU/],
    ['{count, plural, one {#}}', /not valid ICU/],
    ['{n, plural, other {#}}', /\{count\}, not \{n\}/],
    ['{count, plural, =0 {none} other {#}}', /no category =0/],
    ['{count, plural, offset:1 other {#}}', /offset/],
    ['{count, selectordinal, other {#th}}', /selectordinal/],
    ['{count, plural, other {{count, plural, other {#}}}}', /only one plural/],
    ['{kind, select, other {x}}', /only \{place\}/],
    ['{price, number}', /only \{place\}/],
    ['{when, date, short}', /only \{place\}/],
    ["Braces '{' stay out", /brace/],
    ['{0}', /not a valid placeholder name/],
  ] as const) {
    assert.throws(
      () => compileMessage(message, 'ltr'),
      (error) => error instanceof MessageFault && why.test(error.message),
      message,
    );
  }
});

test('the places of a message are listed once each, and a plural has its count', () => {
  assert.deepEqual(placesOf(compileMessage('{b} {a} {b}', 'rtl')), ['a', 'b']);
  assert.deepEqual(placesOf(compileMessage('{count, plural, one {one {x}} other {more {x}}}', 'ltr')), ['count', 'x']);
});

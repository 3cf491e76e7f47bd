// A token expires within a year, and works only from its address ranges, regardless of how an address is spelled.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from './problem.ts';
import { isBoundToRanges, readRanges, tokenEnd, worksFrom } from './token-bounds.ts';

const now = new Date('2027-03-01T12:00:00.000Z');

test('a token lives for 90 days, or until a moment of the next year', () => {
  const table: readonly [asked: string | null, expected: string][] = [
    [null, '2027-05-30T12:00:00.000Z'],
    ['2027-03-01T12:00:00.001Z', '2027-03-01T12:00:00.001Z'],
    ['2028-03-01T12:00:00.000Z', '2028-03-01T12:00:00.000Z'],
    ['2028-03-01T12:00:00.001Z', 'too_late'],
    ['9999-12-31T23:59:59.999Z', 'too_late'],
    ['2027-03-01T12:00:00.000Z', 'in_the_past'],
    ['1970-01-01T00:00:00.000Z', 'in_the_past'],
    ['no time', 'in_the_past'],
  ];
  for (const [asked, expected] of table) assert.equal(end(asked), expected, String(asked));
});

test('a range that is none, or is wider than /8 or /19, is named with the reason', () => {
  const table: readonly [text: string, code: string][] = [
    ['203.0.113.7/24', 'invalid_format'],
    ['203.0.113.0/33', 'invalid_format'],
    ['localhost', 'invalid_format'],
    ['', 'invalid_format'],
    ['1.2.3', 'invalid_format'],
    ['01.2.3.4', 'invalid_format'],
    ['::/129', 'invalid_format'],
    ['fe80::1%eth0', 'invalid_format'],
    ['0.0.0.0/0', 'too_wide'],
    ['10.0.0.0/7', 'too_wide'],
    ['::/0', 'too_wide'],
    ['2001:c000::/18', 'too_wide'],
    ['::ffff:0:0/96', 'too_wide'],
    ['::ffff:10.0.0.0/103', 'too_wide'],
    ['::/80', 'too_wide'],
    ['::fffe:0:0/95', 'too_wide'],
  ];
  for (const [text, code] of table) {
    assert.throws(
      () => readRanges(['::1', text]),
      (error) => error instanceof Problem && error.errors?.[0]?.field === 'cidrs.1' && error.errors[0].code === code,
      text,
    );
    assert.equal(isBoundToRanges(['::1', text]), false, text);
  }
});

test('a range is kept as it was written, an IPv4-mapped one as IPv4, and each once', () => {
  const table: readonly [given: string, kept: string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['2001:DB8::/32', '2001:DB8::/32'],
    ['2001:e000::/19', '2001:e000::/19'],
    ['::ffff:1.2.3.0/120', '1.2.3.0/24'],
    ['::ffff:a00:0/104', '10.0.0.0/8'],
    ['::FFFF:1.2.3.4', '1.2.3.4'],
    ['::1', '::1'],
    ['::/96', '::/96'],
  ];
  for (const [given, kept] of table) {
    assert.deepEqual(readRanges([given]), [kept]);
    assert.ok(isBoundToRanges([given]), given);
  }
  assert.deepEqual(readRanges(['1.2.3.0/24', '::ffff:1.2.3.0/120']), ['1.2.3.0/24']);
  assert.equal(isBoundToRanges(null), false);
});

test('a token works from its ranges alone', () => {
  const table: readonly [cidrs: readonly string[] | null, address: string, works: boolean][] = [
    [null, '203.0.113.7', true],
    [null, 'nonsense', true],
    [['203.0.113.0/24'], '203.0.113.7', true],
    [['203.0.113.0/24'], '::ffff:203.0.113.7', true],
    [['203.0.113.0/24'], '203.0.114.7', false],
    [['203.0.113.0/24'], '::ffff:203.0.114.7', false],
    [['198.51.100.1', '203.0.113.7'], '203.0.113.7', true],
    [['2001:db8::/32'], '2001:DB8::1', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['::/0'], 'nonsense', false],
    [['::ffff:203.0.113.0/120'], '::ffff:203.0.113.7', true],
  ];
  for (const [cidrs, address, works] of table) assert.equal(worksFrom(cidrs, address), works, `${cidrs} ${address}`);
});

function end(asked: string | null): string {
  try {
    return tokenEnd(asked === null ? null : new Date(asked), now).toISOString();
  } catch (error) {
    assert.ok(error instanceof Problem && error.errors?.[0]?.field === 'expires_at');
    return error.errors[0].code;
  }
}

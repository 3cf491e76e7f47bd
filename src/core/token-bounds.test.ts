// A token ends, within a year; and it works from the ranges that it is bound to, however an address is spelled.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from './problem.ts';
import { checkRanges, tokenEnd, worksFrom } from './token-bounds.ts';

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

test('a range that is none is named', () => {
  assert.doesNotThrow(() => checkRanges(['203.0.113.7', '203.0.113.0/24', '2001:db8::/32', '::1', '0.0.0.0/0']));
  for (const text of [
    '203.0.113.7/24',
    '203.0.113.0/33',
    'localhost',
    '',
    '1.2.3',
    '01.2.3.4',
    '::/129',
    'fe80::1%eth0',
  ]) {
    assert.throws(
      () => checkRanges(['::1', text]),
      (error) => error instanceof Problem && error.errors?.[0]?.field === 'cidrs.1',
      text,
    );
  }
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

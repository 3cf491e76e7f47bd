// One visitor of a payment link cannot exhaust the limits of others, no matter how many invoices they ask for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesOfVisitor } from '../app-settings.ts';
import { isNearlyCrowded, mayMakeInvoice, nearlyFull } from './visitor-bounds.ts';

for (const [name, minute, hour, ofApp, isInHouse, may] of [
  ['a visitor of a quiet app', 1, 1, 1, false, true],
  ['the thirtieth in a minute', 30, 30, 30, false, true],
  ['the thirty-first in a minute', 31, 31, 31, false, false],
  ['a busy till, all day', 20, 900, 20, false, true],
  ['the last of an app that is full', 10, 10, 300, false, true],
  ['a visitor of a crowded app who made few', 1, 3, 100_000, false, true],
  ['a visitor of a crowded app who made four', 1, 4, 301, false, false],
  ['a private address, where every customer behind a proxy may be one', 200, 9_000, 301, true, true],
  ['a private address beyond the bound of an app', 301, 9_000, 1, true, false],
] as const) {
  test(`an invoice at a payment link: ${name}: ${may ? 'made' : 'refused'}`, () => {
    assert.equal(mayMakeInvoice({ ofVisitor: { minute, hour }, ofApp, isInHouse }), may);
  });
}

test('a bound is nearly full from four fifths on', () => {
  assert.deepEqual([isNearlyCrowded(239), isNearlyCrowded(240)], [false, true]);
  assert.deepEqual([20, 21, 1_000].map(nearlyFull), [16, 17, 800]);
});

test('one visitor has a tenth of the addresses of all visitors, and two at least', () => {
  assert.deepEqual([20, 100, 1_000].map(addressesOfVisitor), [2, 10, 100]);
});

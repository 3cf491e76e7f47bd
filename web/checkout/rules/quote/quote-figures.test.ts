// Figures of a quote.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortfall } from './quote-figures.ts';

test('a shortfall is told only where something came and something is missing', () => {
  assert.equal(shortfall('0.0645', '0.0145'), '0.05');
  assert.equal(shortfall('0.0645', '0.0645'), null);
  assert.equal(shortfall('0.0645', '1'), null);
  assert.equal(shortfall('0.0645', null), null);
});

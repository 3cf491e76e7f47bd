// The lead of an app's clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeAhead } from './clock-lead.ts';

test('without a lead the time is the service’s', () => {
  const now = new Date('2026-11-29T00:00:00Z');
  assert.equal(timeAhead(now, 0), now);
  assert.equal(timeAhead(now, 60).toISOString(), '2026-11-29T00:01:00.000Z');
});

// The polling pace of networks, as a complete table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type NetworkActivity, paceOf, type SyncPace } from './sync-pace.ts';

const now = Date.UTC(2026, 0, 2);
const idle: NetworkActivity = { hasAddresses: true, isAwaited: false, awaitedAt: null, isTimeAsked: false };
const follow: SyncPace = { kind: 'follow' };
const sweep = (seconds: number, isTimeAsked = false): SyncPace => ({
  kind: 'sweep',
  everyMillis: seconds * 1000,
  isTimeAsked,
});

test('a network is followed while somebody waits, else swept, and left alone where nobody has an address', () => {
  const table: readonly [string, Partial<NetworkActivity>, number | null, SyncPace][] = [
    ['an attempt is open', { isAwaited: true }, 150_000, follow],
    ['nothing was ever open', {}, 150_000, sweep(150)],
    ['the last attempt ended just now', { awaitedAt: now }, 150_000, sweep(60)],
    ['the last attempt ended 59 minutes ago', { awaitedAt: now - 3_540_000 }, 150_000, sweep(60)],
    ['the last attempt ended an hour ago', { awaitedAt: now - 3_600_000 }, 150_000, sweep(150)],
    ['the operator wants it oftener', { awaitedAt: now }, 20_000, sweep(20)],
    ['an invoice waits for the time', { isTimeAsked: true }, 150_000, sweep(15, true)],
    ['an invoice waits for the time, and looks are oftener', { isTimeAsked: true }, 2_000, sweep(2, true)],
    ['no app has an address', { hasAddresses: false }, 150_000, { kind: 'rest' }],
    ['no app has an address now, but an attempt is open', { hasAddresses: false, isAwaited: true }, 150_000, follow],
    ['the operator wants every block', {}, null, follow],
    ['the operator wants every block though nobody has an address', { hasAddresses: false }, null, follow],
  ];
  for (const [what, changes, idleMillis, expected] of table)
    assert.deepEqual(paceOf({ ...idle, ...changes }, idleMillis, now), expected, what);
});

// The limits of logged calls of an app.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callBounds, callKind, mostBodyBytesInHour, mostInHour } from './call-bounds.ts';

const hour = 3_600_000;

test('a flood of reads uses up only the limit of reads, of its app', () => {
  const bounds = callBounds();
  const reads = Array.from({ length: mostInHour.read + 50 }, () => bounds.mayLog('a', 'read', 0));
  assert.equal(reads.filter(Boolean).length, mostInHour.read);
  assert.equal(bounds.mayLog('a', 'change', 0), true);
  assert.equal(bounds.mayLog('a', 'error', 0), true);
  assert.equal(bounds.mayLog('a', 'session_read', 0), true);
  assert.equal(bounds.mayLog('b', 'read', 0), true);
});

test('a limit refills evenly, and never above its most', () => {
  const bounds = callBounds();
  for (let call = 0; call < mostInHour.error; call++) bounds.mayLog('a', 'error', 0);
  assert.equal(bounds.mayLog('a', 'error', 1), false);
  assert.equal(bounds.mayLog('a', 'error', hour / mostInHour.error + 2), true);
  const later = Array.from({ length: mostInHour.error * 2 }, () => bounds.mayLog('a', 'error', 9 * hour));
  assert.equal(later.filter(Boolean).length, mostInHour.error);
});

test('bodies have a limit of bytes', () => {
  const bounds = callBounds();
  assert.equal(bounds.mayKeepBodies('a', mostBodyBytesInHour, 0), true);
  assert.equal(bounds.mayKeepBodies('a', 1, 0), false);
  assert.equal(bounds.mayKeepBodies('a', mostBodyBytesInHour / 2, hour / 2), true);
});

test('a clock that goes back refills nothing and takes nothing away', () => {
  const bounds = callBounds();
  assert.equal(bounds.mayKeepBodies('a', mostBodyBytesInHour - 1, hour), true);
  assert.equal(bounds.mayKeepBodies('a', 1, 0), true);
  assert.equal(bounds.mayKeepBodies('a', 1, 0), false);
});

test('the kind of a call follows from its status, its method and its caller', () => {
  const kinds = [
    callKind({ method: 'GET', status: 200, byBrowser: false }),
    callKind({ method: 'GET', status: 200, byBrowser: true }),
    callKind({ method: 'POST', status: 201, byBrowser: true }),
    callKind({ method: 'GET', status: 404, byBrowser: true }),
    callKind({ method: 'DELETE', status: 409, byBrowser: false }),
  ];
  assert.deepEqual(kinds, ['read', 'session_read', 'change', 'error', 'error']);
});

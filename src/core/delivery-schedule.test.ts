// The retry schedule and the outcome of each kind of reply.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../test/rig/chance/properties.ts';
import { judgeReply, parseRetryAfter, retryDelay, retrySchedule } from './delivery-schedule.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const after = (attemptsBefore: number) => ({ attemptsBefore, now, random: 0 });
const reply = (status: number | null, retryAfter: string | null = null) => ({ status, retryAfter });

test('retries come after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then no more', () => {
  const waits = Array.from({ length: 10 }, (_, index) => retryDelay(index + 1, 0));
  assert.deepEqual(
    waits,
    [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600]
      .map((s) => s * 1000)
      .concat([null as never]),
  );
});

test('jitter only lengthens a wait, by a tenth at the most', () => {
  const attempt = fc.integer({ min: 1, max: retrySchedule.length });
  fc.assert(
    fc.property(attempt, fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const base = (retrySchedule[failures - 1] as number) * 1000;
      const delay = retryDelay(failures, random) as number;
      return delay >= base && delay <= base * 1.1;
    }),
  );
});

test('Retry-After is a lower bound and never more than a day', () => {
  assert.equal(retryDelay(1, 0, 60), 60_000);
  assert.equal(retryDelay(2, 0, 60), 300_000);
  assert.equal(retryDelay(1, 0, 999_999_999), 86_400_000);
  assert.equal(retryDelay(10, 0, 60), null, 'it does not buy an attempt that the schedule does not have');
});

test('Retry-After is read as seconds or as an HTTP date, and otherwise left alone', () => {
  assert.equal(parseRetryAfter('120', now), 120);
  assert.equal(parseRetryAfter('Sun, 01 Mar 2026 12:01:30 GMT', now), 90);
  assert.equal(parseRetryAfter('Sunday, 01-Mar-26 12:01:30 GMT', now), 90);
  assert.equal(parseRetryAfter('Sun Mar  1 12:01:30 2026', now), 90);
  assert.equal(parseRetryAfter('Sun, 01 Mar 2026 11:00:00 GMT', now), 0);
  for (const text of [null, '', '-5', '1.5', 'soon', '2026-03-01', '1e9'])
    assert.equal(parseRetryAfter(text, now), null, String(text));
});

test('2xx alone is success', () => {
  for (const status of [200, 201, 202, 204, 299]) assert.equal(judgeReply(reply(status), after(0)).kind, 'delivered');
  for (const status of [100, 301, 302, 307, 400, 401, 404, 429, 500, 503, null]) {
    assert.deepEqual(judgeReply(reply(status), after(0)), {
      kind: 'retry',
      afterMillis: 5000,
      gone: false,
    });
  }
});

test('410 ends it at once, the last failed attempt ends it too', () => {
  assert.deepEqual(judgeReply(reply(410), after(0)), { kind: 'exhausted', gone: true });
  assert.deepEqual(judgeReply(reply(500), after(retrySchedule.length)), { kind: 'exhausted', gone: false });
  assert.equal(judgeReply(reply(200), after(retrySchedule.length)).kind, 'delivered');
});

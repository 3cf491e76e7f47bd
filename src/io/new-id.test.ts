// Ids have the form of their version, are unique, and always increase within a process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId, newSecretId } from './new-id.ts';

test('ids are UUIDv7 of the time given', () => {
  const time = Date.UTC(2090, 0, 1);
  const id = newId(time);
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16), time);
});

test('ids grow within one millisecond, past the end of the counter, and when the clock is set back', () => {
  const time = Date.UTC(2091, 0, 1);
  let last = newId(time);
  for (let n = 0; n < 20_000; n++) {
    const next = newId(n % 3 === 0 ? time - n : time);
    assert.ok(next > last, `${next} > ${last}`);
    last = next;
  }
});

test('secret ids are UUIDv4', () => {
  assert.match(newSecretId(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

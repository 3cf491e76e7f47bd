// Idempotency keys are UUIDv4 on every page, also without a secure connection.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomUuid } from './random-uuid.ts';

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('with and without crypto.randomUUID a fresh UUIDv4 comes out', () => {
  assert.match(randomUuid(), uuidV4);
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  const made = new Set(Array.from({ length: 100 }, randomUuid));
  assert.equal(made.size, 100);
  for (const one of made) assert.match(one, uuidV4);
  Reflect.deleteProperty(crypto, 'randomUUID');
});

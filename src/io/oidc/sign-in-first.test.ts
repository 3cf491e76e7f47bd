// A request that waits for a sign-in continues unchanged, and its start time cannot be forged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstAsked, pathAfterSignIn, whenAsked } from './sign-in-first.ts';

const key = Buffer.alloc(32, 7);
const params = { client_id: 'shop', scope: 'openid apps:read', state: 'a&b=c', prompt: 'login', nonce: undefined };
const asked = Date.UTC(2026, 10, 21);
const minute = 60_000;

test('the address carries the whole request, and when it was made', () => {
  const path = pathAfterSignIn(key, params, asked);
  const { pathname, searchParams } = new URL(path, 'https://pay.example');
  assert.equal(pathname, '/oauth2/authorize');
  const said = searchParams.get(firstAsked);
  searchParams.delete(firstAsked);
  const { nonce: _, ...sent } = params;
  assert.deepEqual(Object.fromEntries(searchParams), Object.fromEntries(Object.entries(sent).sort()));
  assert.equal(whenAsked(key, sent, said, asked + 5 * minute), asked);
});

test('what is made up, of another request, of another instance, too old or yet to come counts from now', () => {
  const said = new URL(pathAfterSignIn(key, params, asked), 'https://pay.example').searchParams.get(
    firstAsked,
  ) as string;
  const later = asked + 5 * minute;
  const table: readonly [said: unknown, given: typeof params, key: Buffer, now: number][] = [
    [undefined, params, key, later],
    [['1', '2'], params, key, later],
    [`${asked}.${'A'.repeat(43)}`, params, key, later],
    [said.replace(/^\d/, '2'), params, key, later],
    [said, { ...params, prompt: 'none' }, key, later],
    [said, params, Buffer.alloc(32, 8), later],
    [said, params, key, asked + 61 * minute],
    [said, params, key, asked - minute],
  ];
  for (const [told, given, by, now] of table) assert.equal(whenAsked(by, given, told, now), now, String(told));
});

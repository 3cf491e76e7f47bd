// A device cookie identifies one person's browser and cannot be forged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceCookies } from './device-cookie.ts';

test('a browser is known by the cookie that it was given, for its person alone and under one key', () => {
  const cookies = deviceCookies(Buffer.alloc(32, 1), 'https://pay.example');
  const made = cookies.make('ann');
  assert.match(
    made,
    /^__Host-quittance_device=ann\.[\w-]{22}\.[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/,
  );
  const [cookie = ''] = made.split(';');
  assert.equal(cookies.read(cookie)?.userId, 'ann');
  assert.notEqual(cookies.read(cookies.make('ann').split(';')[0])?.id, cookies.read(cookie)?.id);
  for (const forged of [undefined, '', cookie.replace('ann', 'ben'), cookie.slice(0, -1), `${cookie}.x`]) {
    assert.equal(cookies.read(forged), null, forged);
  }
  assert.equal(deviceCookies(Buffer.alloc(32, 2), 'https://pay.example').read(cookie), null);
});

// Messages about redirects name the target and repeat no key.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirectTarget } from './redirect-target.ts';

const from = 'http://shop.example/hooks/7?token=old';

const cases: readonly [status: number, location: string | null, shown: string | null, ofSecretPath: string | null][] = [
  [301, 'https://shop.example/hooks/7', 'https://shop.example/hooks/7', 'https://shop.example'],
  [308, '/v2/hooks', 'http://shop.example/v2/hooks', 'http://shop.example'],
  [
    302,
    'https://ann:pw@www.shop.example:8443/in?token=x#y',
    'https://www.shop.example:8443/in',
    'https://www.shop.example:8443',
  ],
  [307, null, 'another address', 'another address'],
  [303, 'https://', 'another address', 'another address'],
  [301, 'javascript:alert(1)', 'another address', 'another address'],
  [304, '/unchanged', null, null],
  [200, '/not-followed', null, null],
  [500, 'https://shop.example', null, null],
];

test('a redirect is shown with its address, without user, query and, where it may hold a key, path', () => {
  for (const [status, location, shown, ofSecretPath] of cases) {
    assert.equal(redirectTarget(from, { status, location }), shown, String(location));
    assert.equal(redirectTarget(from, { status, location }, { isSecretPath: true }), ofSecretPath, String(location));
  }
  const long = redirectTarget(from, { status: 301, location: `/${'a'.repeat(5_000)}` });
  assert.equal(long?.length, 201);
});

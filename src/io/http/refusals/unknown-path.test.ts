// The details of 404 and 405: each names the nearest operation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Address, otherMethods, unknownPath } from './unknown-path.ts';

const operations: readonly Address[] = [
  { method: 'GET', path: '/app' },
  { method: 'POST', path: '/app' },
  { method: 'GET', path: '/app/:id' },
  { method: 'POST', path: '/invoice' },
  { method: 'GET', path: '/invoice/:id' },
  { method: 'GET', path: '/invoices' },
];
const id = '0198c2f4-7a10-7c3e-9a51-2f6d8e4b7c01';

test('an unknown path names the nearest operation of the same method', () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['GET', '/api/apps', /no operation GET \/apps\. Did you mean GET \/app\?$/],
    ['POST', '/api/apps', /Did you mean POST \/app\?$/],
    ['POST', '/api/invoces', /Did you mean GET \/invoices\?$|Did you mean POST \/invoice\?$/],
    ['GET', `/api/invoices/${id}`, /Did you mean GET \/invoice\/\{id\}\?$/],
    ['GET', '/api/app/', /Did you mean GET \/app\?$/],
    ['GET', '/api/customers', /All operations are at \/docs\/api\.$/],
    ['POST', '/invoice', /did you mean POST \/api\/invoice\?$/],
    ['GET', '/wp-login.php', /The API is below \/api/],
  ];
  for (const [method, path, detail] of cases) assert.match(unknownPath(method, path, operations), detail, path);
});

test('a long path is not repeated in full', () => {
  assert.ok(unknownPath('GET', `/api/${'x'.repeat(5000)}`, operations).length < 300);
});

test('a wrong method names the possible ones', () => {
  assert.equal(
    otherMethods('POST', '/app/:id', ['GET', 'PUT', 'DELETE']),
    'POST is not possible on /app/{id}. Use GET, PUT, or DELETE.',
  );
});

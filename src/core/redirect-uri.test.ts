// Which redirect URIs a client may register.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApplicationType, refuseRedirectUri } from './redirect-uri.ts';

const verdicts: readonly (readonly [string, ApplicationType, ReturnType<typeof refuseRedirectUri>])[] = [
  ['https://shop.example/callback', 'web', null],
  ['https://shop.example', 'web', null],
  ['https://shop.example/callback?tenant=1', 'web', null],
  ['http://localhost:8080/callback', 'web', null],
  ['http://127.0.0.1/callback', 'native', null],
  ['http://[::1]:9/callback', 'native', null],
  ['com.example.shop:/callback', 'native', null],
  ['com.example.shop:/callback', 'web', 'not_secure'],
  ['http://shop.example/callback', 'web', 'not_secure'],
  ['http://localhost.evil.example/callback', 'web', 'not_secure'],
  ['https://localhost/callback', 'native', 'invalid_format'],
  ['javascript:alert(1)', 'native', 'not_secure'],
  ['data:text/html,x', 'web', 'not_secure'],
  ['https://shop.example/callback#', 'web', 'has_fragment'],
  ['https://shop.example/callback#x', 'web', 'has_fragment'],
  ['https://shop.example@evil.example/', 'web', 'has_credentials'],
  ['https://@evil.example/', 'web', 'has_credentials'],
  ['https://shop.example/callback?code=x', 'web', 'reserved_parameter'],
  ['https://shop.example/callback?State=x', 'web', 'reserved_parameter'],
  ['https://*.shop.example/callback', 'web', 'invalid_format'],
  ['https://SHOP.example/callback', 'web', 'invalid_format'],
  ['https://shop.example:443/callback', 'web', 'invalid_format'],
  ['https://shop.example/a/../callback', 'web', 'invalid_format'],
  ['https://shop.example/%2e%2e/callback', 'web', 'invalid_format'],
  ['https:\\\\shop.example\\callback', 'web', 'invalid_format'],
  ['/callback', 'web', 'invalid_format'],
  ['', 'web', 'invalid_format'],
];

for (const [text, type, expected] of verdicts) {
  test(`${text || 'nothing'} for a ${type} client: ${expected ?? 'may be registered'}`, () => {
    assert.equal(refuseRedirectUri(text, type), expected);
  });
}

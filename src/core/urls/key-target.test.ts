// The addresses that may receive the key of a shop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyTarget } from './key-target.ts';

test('a key is sent to https, and to http only on this device or in a private network', () => {
  const accepted = [
    'https://shop.example/?btcpay=1',
    'https://shop.example:8443/a/b',
    'http://localhost:8080/wp-admin',
    'http://shop.localhost/',
    'http://127.0.0.1/x',
    'http://192.168.1.4/x',
    'http://[::1]:80/x',
    'http://[fd00::1]/x',
  ];
  const refused = [
    ...[
      '',
      'shop.example',
      '/wp-admin',
      '//shop.example/',
      'javascript:alert(1)',
      'JavaScript://shop.example/%0aalert(1)',
    ],
    ...['data:text/html,x', 'blob:https://shop.example/1', 'ftp://shop.example/', 'file:///etc/passwd'],
    ...['http://shop.example/', 'http://8.8.8.8/', 'http://127.0.0.1.shop.example/', 'http://localhost.shop.example/'],
    ...['https://user@shop.example/', 'https://user:pass@shop.example/', 'https://shop.example/#part'],
    ...['https://shop.example\\@other.example/', 'https://shop.example/ x', ' https://shop.example/'],
    `https://shop.example/${'x'.repeat(1000)}`,
  ];
  for (const text of accepted) assert.equal(keyTarget(text)?.href, new URL(text).href, text);
  for (const text of refused) assert.equal(keyTarget(text), null, text);
});

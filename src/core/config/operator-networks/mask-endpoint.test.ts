// Addresses of endpoints are shown without their keys, and a masked address that comes back means the held one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskedEndpoint, unmasked } from './mask-endpoint.ts';

const key = '0123456789abcdef0123456789abcdef';
for (const [address, shown] of [
  ['http://127.0.0.1:8545', 'http://127.0.0.1:8545'],
  ['https://node.example/ext/bc/C/rpc', 'https://node.example/ext/bc/C/rpc'],
  ['https://node.example/arbitrum-sepolia', 'https://node.example/arbitrum-sepolia'],
  [`https://node.example/v3/${key}`, 'https://node.example/v3/…cdef'],
  [`https://node.example/v3/${key}/`, 'https://node.example/v3/…cdef/'],
  ['https://node.example/v2/k3y-0f-8', 'https://node.example/v2/…'],
  [`https://node.example/rpc?secret=${key}`, 'https://node.example/rpc?secret=…cdef'],
  ['https://node.example/rpc?token=short', 'https://node.example/rpc?token=…'],
  ['http://user:pass@127.0.0.1:8332/', 'http://…@127.0.0.1:8332/'],
  [`http://${key}@node.example`, 'http://…@node.example'],
  ['electrum+tls://node.example:50002', 'electrum+tls://node.example:50002'],
  ['esplora+https://node.example/api', 'esplora+https://node.example/api'],
] as const)
  test(`${shown} shows no secret`, () => assert.equal(maskedEndpoint(address), shown));

test('a masked address stands for the held one with the same form, each once', () => {
  const held = [`https://a.test/v3/${key}`, 'https://b.test', `https://a.test/v3/x${key}`];
  const [first, second] = held.map(maskedEndpoint);
  assert.deepEqual(unmasked([first ?? '', 'https://c.test', first ?? ''], held), [held[0], 'https://c.test', held[2]]);
  assert.deepEqual(unmasked([second ?? ''], held), ['https://b.test']);
  assert.deepEqual(unmasked(['https://c.test', 'https://a.test/v3/…zzzz'], held), { unknownAt: 1 });
});

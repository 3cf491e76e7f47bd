// All addresses of an IPv6 /64 count as one client, and private addresses are distinguished from public ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { household, isInHouse } from './client-key.ts';

test('an address is counted under one name, however it is spelled, and IPv6 by its first 64 bits', () => {
  const table: [address: string, name: string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:ffff::2', '2001:db8:0:0::/64'],
    ['2001:0db8:0:1::', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['no address', 'no address'],
    ['1:2:3', '1:2:3'],
  ];
  for (const [address, name] of table) assert.equal(household(address), name, address);
});

test('this machine and private networks are in the house, and nobody else', () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', 'fd00::1'])
    assert.ok(isInHouse(address), address);
  for (const address of ['192.0.2.1', '8.8.8.8', '172.32.0.1', '2001:db8::1', '::ffff:8.8.8.8', '', 'x'])
    assert.ok(!isInHouse(address), address);
});

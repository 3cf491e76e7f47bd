// Addresses are shown whole.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressGroups, shortHash } from './address-text.ts';

const addresses = [
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
  'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
];

test('no character of an address is lost or added by grouping it', () => {
  for (const address of addresses) assert.equal(addressGroups(address).join(''), address);
});

test('groups have four characters, and the prefix stays with the first', () => {
  assert.deepEqual(addressGroups('0x70997970c518'), ['0x7099', '7970', 'c518']);
  assert.equal(addressGroups(addresses[1] as string)[0], 'bc1qw50');
  assert.equal(addressGroups(addresses[2] as string)[0], '1BvB');
});

test('a short hash keeps both ends', () => {
  assert.equal(shortHash(`0x${'ab'.repeat(32)}`), '0xabababab…abababab');
  assert.equal(shortHash('short'), 'short');
});

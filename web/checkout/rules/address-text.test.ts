// Addresses are shown whole and refused early.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from '../words/en.ts';
import { wordsOf } from '../words/words.ts';
import { addressFault, addressGroups, shortHash } from './address-text.ts';

const words = wordsOf('en', en);

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

test('what is plainly no address is told before the service is asked', () => {
  const evm = { type: 'EVM', name: 'Ethereum' } as const;
  const tron = { type: 'TRON', name: 'TRON' } as const;
  assert.equal(addressFault(addresses[0] as string, evm, words), null);
  assert.match(addressFault('0x1234', evm, words) ?? '', /Ethereum/);
  assert.match(addressFault(addresses[0] as string, tron, words) ?? '', /starts with T/);
  assert.equal(addressFault(addresses[3] as string, tron, words), null);
  assert.match(addressFault('', evm, words) ?? '', /Enter/);
  assert.equal(addressFault('anything', { type: 'SVM', name: 'New' }, words), null);
});

test('a short hash keeps both ends', () => {
  assert.equal(shortHash(`0x${'ab'.repeat(32)}`), '0xabababab…abababab');
  assert.equal(shortHash('short'), 'short');
});

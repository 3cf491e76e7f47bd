// TRON addresses are read in their three forms, and only with the right checksum.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedTronweb } from '../../../../test/rig/tron/signing/recorded-tronweb.ts';
import { readTronAddress, shownTronAddress } from './address.ts';

/** Published pairs: Tether's contract, and the examples in tronweb's documents. */
const published = [
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
  ['TVDGpn4hCSzJ5nkHPLetk8KQBtwaTppnkr', '41d3136787e667d1e055d2cd5db4b5f6c880563049'],
  ['TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL', '418840e6c55b9ada326d211d818c34a994aeced808'],
] as const;

test('D9-D10-one-form: base58, 41-hex and 0x-hex are one address, whatever the case of the hex', () => {
  for (const [shown, prefixed] of published) {
    const canonical = `0x${prefixed.slice(2)}`;
    const forms = [
      shown,
      prefixed,
      prefixed.toUpperCase(),
      `0x${prefixed}`,
      canonical,
      canonical.toUpperCase().replace('0X', '0x'),
    ];
    for (const form of forms) assert.deepEqual(readTronAddress(form), { canonical }, form);
    assert.equal(shownTronAddress(canonical), shown);
  }
  assert.deepEqual(recordedTronweb.addresses, published, 'as tronweb has it');
});

test('D9-checksum: one letter changed, or of the other case, is a wrong address', () => {
  const [shown] = published[0];
  assert.equal(readTronAddress(shown.replace('6t', '6T')), 'wrong_checksum');
  assert.equal(readTronAddress(shown.replace('QxG', 'QxH')), 'wrong_checksum');
  assert.equal(
    readTronAddress(shown.toUpperCase().replaceAll('L', 'M').replaceAll('O', 'P').replaceAll('I', 'J')),
    'wrong_checksum',
  );
  // Mixed case in hex must match the EIP-55 checksum.
  assert.equal(readTronAddress('0xA614f803B6FD780986A42c78Ec9c7f77e6DeD13C'), 'wrong_checksum');
});

test('the zero address is rejected', () => {
  assert.equal(readTronAddress('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'), 'zero_address');
  assert.equal(readTronAddress(`41${'0'.repeat(40)}`), 'zero_address');
});

test('text in none of the three forms is rejected', () => {
  const [shown, prefixed] = published[0];
  for (const text of [
    '',
    'T',
    shown.slice(1),
    ` ${shown}`,
    `${shown}\n`,
    `${shown}1`,
    prefixed.slice(2),
    `42${prefixed.slice(2)}`,
    `0x${prefixed}0`,
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ])
    assert.equal(readTronAddress(text), 'not_an_address', JSON.stringify(text));
});

// EVM addresses are read strictly and shown in the form that wallets show.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checksummedAddress, readEvmAddress } from './address.ts';

/** The examples of EIP-55. */
const published = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

test('the published checksums are right, and each address has one canonical form whatever its case', () => {
  for (const address of published) {
    const canonical = address.toLowerCase();
    const read = { canonical };
    assert.deepEqual(readEvmAddress(address), read);
    assert.deepEqual(readEvmAddress(canonical), read);
    assert.deepEqual(readEvmAddress(`0x${address.slice(2).toUpperCase()}`), read);
    assert.equal(checksummedAddress(canonical), address);
  }
});

test('one letter of the wrong case is a wrong address', () => {
  assert.equal(readEvmAddress('0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'), 'wrong_checksum');
});

test('the zero address is rejected', () => {
  assert.equal(readEvmAddress(`0x${'0'.repeat(40)}`), 'zero_address');
});

test('text other than 0x and 40 hex digits is rejected', () => {
  const digits = '52908400098527886e0f7030069857d2e4169ee7';
  for (const text of [
    '',
    '0x',
    digits,
    `0X${digits}`,
    `0x${digits}0`,
    `0x${digits.slice(1)}`,
    ` 0x${digits}`,
    `0x${digits}\n`,
    `0x${digits.slice(1)}g`,
    'vitalik.eth',
    `0x${digits.slice(0, 39)}７`,
  ])
    assert.equal(readEvmAddress(text), 'not_an_address', JSON.stringify(text));
});

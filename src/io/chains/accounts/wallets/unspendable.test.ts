// Recognises addresses without a key by their form, and never a vanity address of a wallet.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTronAddress } from '../../tron/address.ts';
import { unspendableAccount } from './unspendable.ts';

const padded = (digits: string) => `0x${digits.padStart(40, '0')}`;

test('M4-burn-and-precompile: addresses that nobody has a key for', () => {
  const table: [address: string, reason: string][] = [
    [padded('0'), 'precompile'],
    [padded('1'), 'precompile'],
    [padded('11'), 'precompile'],
    [padded('64'), 'precompile'],
    [padded('100'), 'precompile'],
    [padded('1010'), 'precompile'],
    [padded('800a'), 'precompile'],
    [padded('dead'), 'burn_address'],
    ['0x4200000000000000000000000000000000000006', 'precompile'],
    ['0x0200000000000000000000000000000000000005', 'precompile'],
    [`0x${'f'.repeat(39)}e`, 'precompile'],
    [`0x${'f'.repeat(40)}`, 'burn_address'],
    [`0x${'e'.repeat(40)}`, 'burn_address'],
    [`0x${'1'.repeat(40)}`, 'burn_address'],
    [`0x${'dead'.repeat(10)}`, 'burn_address'],
    [`0x${'deadbeef'.repeat(5)}`, 'burn_address'],
    ['0xdead000000000000000000000000000000000000', 'burn_address'],
    ['0xdead00000000000000000000000000000000beef', 'burn_address'],
    ['0xdead000000000000000042069420694206942069', 'burn_address'],
    ['0x000000000000000000000000000000000dead000', 'burn_address'],
    ['0xca11bde05977b3631167028862be2a173976ca11', 'system_contract'],
    ['0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', 'system_contract'],
    ['0x41675c099f32341bf84bfc5382af534df5c7461a', 'system_contract'],
  ];
  for (const [address, reason] of table) assert.equal(unspendableAccount(address), reason, address);
});

test('M4-burn-and-precompile: TRON’s account for destroyed fees is one', () => {
  const read = readTronAddress('TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy');
  assert.ok(typeof read !== 'string');
  assert.equal(unspendableAccount(read.canonical), 'burn_address');
});

test('M4-burn-and-precompile: an address that merely begins with zeros is a wallet like any other', () => {
  for (const address of [
    '0x00000000000000a1b2c3d4e5f60718293a4b5c6d',
    '0xdead0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  ])
    assert.equal(unspendableAccount(address), null, address);
});

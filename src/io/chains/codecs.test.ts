// An address of another chain is rejected with the name of that chain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FamilyName } from '../../core/config/network-entry.ts';
import { isRefusal, type NetworkIdentity } from './codec.ts';
import { factsOf, readAddressOf } from './codecs.ts';

const networks: Readonly<Record<'EVM' | 'TRON' | 'UTXO', NetworkIdentity>> = {
  EVM: { symbol: 'ethereum', chainId: 1, params: null },
  TRON: { symbol: 'tron', chainId: 728_126_428, params: null },
  UTXO: { symbol: 'bitcoin', chainId: null, params: 'bitcoin' },
};

const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

/** From EIP-55, the USDT contract on TRON, BIP-173, and the key paid by Bitcoin's first block. */
const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const legacy = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

test('A26-address-of-another-chain: what belongs elsewhere is refused, and the refusal says where', () => {
  const table: [FamilyName & keyof typeof networks, string, RegExp][] = [
    ['EVM', tron, /an address of TRON, not of ethereum/],
    ['EVM', segwit, /an address of Bitcoin, not of ethereum/],
    ['EVM', legacy, /an address of Bitcoin/],
    ['TRON', segwit, /an address of Bitcoin, not of tron/],
    ['UTXO', tron, /an address of TRON, not of bitcoin/],
    ['UTXO', ethereum, /an address of Ethereum and its kin, not of bitcoin/],
  ];
  for (const [family, address, message] of table) {
    const read = readAddressOf(family, address, networks[family]);
    assert.ok(isRefusal(read) && read.code === 'other_network', `${family} ${address}`);
    assert.match(read.message, message);
  }
});

test('a mistyped address of another chain is only reported as invalid', () => {
  for (const text of [`${tron.slice(0, -1)}u`, segwit.replace('8', '9'), `${ethereum}0`, 'hello', '']) {
    const read = readAddressOf('EVM', text, networks.EVM);
    assert.ok(isRefusal(read) && read.code === 'not_an_address', text);
  }
});

test('an address of its own chain is accepted', () => {
  assert.deepEqual(readAddressOf('EVM', ethereum, networks.EVM), { canonical: ethereum.toLowerCase() });
});

test('a contract with a wrong checksum is rejected', () => {
  assert.equal(factsOf('EVM').readContract(usdt), usdt.toLowerCase());
  assert.equal(factsOf('EVM').readContract(usdt.toLowerCase()), usdt.toLowerCase());
  assert.equal(factsOf('EVM').readContract(usdt.replace('dAC', 'DaC')), null);
  assert.equal(factsOf('EVM').readContract(usdt.slice(0, -1)), null);
  const onTron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  assert.equal(factsOf('TRON').readContract(onTron), '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c');
  assert.equal(factsOf('TRON').readContract(onTron.replace('6t', '6T')), null);
  assert.equal(factsOf('TRON').readContract(usdt), null);
  assert.equal(factsOf('SVM').readContract('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')?.length, 44);
  assert.equal(factsOf('UTXO').readContract(usdt), null);
});

// The first block of every chain, rebuilt from its published fields, has the hash that endpoints are checked against.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubleHash, shown } from './blocks/hashes.ts';
import { utxoChainNames, utxoChains, utxoParams } from './params.ts';

/** The Merkle roots of the coinbases, shown as in explorers; chains with the same coinbase share its root. */
const roots = {
  bitcoin: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
  testnet4: '7aa0a7ae1e223414cb807e40cd57e667b718e42aaf9306db9102fe28912b7b4e',
  litecoin: '97ddfbbae6be97fd6cdf3e7ca13232a3afff2353e29badfab7f73011edd4ced9',
  dogecoin: '5b2a3f53f605d62c53e62932dac6925e3d74afa5a4b459745c36d42d0ed26a69',
} as const;

/** Root, time, bits and nonce from each node's src/chainparams.cpp. The version is always 1. */
const fields: Readonly<Record<string, readonly [root: string, time: number, bits: number, nonce: number]>> = {
  bitcoin: [roots.bitcoin, 1231006505, 0x1d00ffff, 2083236893],
  'bitcoin-testnet': [roots.bitcoin, 1296688602, 0x1d00ffff, 414098458],
  'bitcoin-testnet4': [roots.testnet4, 1714777860, 0x1d00ffff, 393743547],
  'bitcoin-signet': [roots.bitcoin, 1598918400, 0x1e0377ae, 52613770],
  'bitcoin-regtest': [roots.bitcoin, 1296688602, 0x207fffff, 2],
  litecoin: [roots.litecoin, 1317972665, 0x1e0ffff0, 2084524493],
  'litecoin-testnet': [roots.litecoin, 1486949366, 0x1e0ffff0, 293345],
  'litecoin-regtest': [roots.litecoin, 1296688602, 0x207fffff, 0],
  dogecoin: [roots.dogecoin, 1386325540, 0x1e0ffff0, 99943],
  'dogecoin-testnet': [roots.dogecoin, 1391503289, 0x1e0ffff0, 997879],
};

test('every chain has its own first block', () => {
  assert.deepEqual([...utxoChains.keys()].sort(), [...utxoChainNames].sort());
  assert.deepEqual(Object.keys(fields).sort(), [...utxoChainNames].sort());
  for (const [name, [root, time, bits, nonce]] of Object.entries(fields)) {
    const header = Buffer.alloc(80);
    header.writeUInt32LE(1, 0);
    Buffer.from(root, 'hex').reverse().copy(header, 36);
    header.writeUInt32LE(time, 68);
    header.writeUInt32LE(bits, 72);
    header.writeUInt32LE(nonce, 76);
    assert.equal(shown(doubleHash(header)), utxoParams(name).genesis, name);
  }
});

test('no two main chains share a prefix, so that an address is of one of them only (C14)', () => {
  const main = [...utxoChains.values()].filter(({ keys }) => keys === 'main');
  const prefixes = main.flatMap(({ pubKeyHash, scriptHash, hrp }) => [
    pubKeyHash,
    scriptHash,
    ...(hrp === null ? [] : [hrp]),
  ]);
  assert.equal(new Set(prefixes).size, prefixes.length);
});

test('unknown params are rejected with a list of the known ones', () => {
  assert.throws(() => utxoParams('bitcoin-cash'), /one of bitcoin, bitcoin-testnet/);
  assert.throws(() => utxoParams(null), TypeError);
});

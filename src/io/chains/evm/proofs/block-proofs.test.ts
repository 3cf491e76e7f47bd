// Published blocks are proved by their hashes; blocks that were cut, changed or are of an unknown kind are not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serializeTransaction } from 'viem/op-stack';
import type { RawBlock } from '../scan/raw-block.ts';
import { BlockProofs } from './block-proofs.ts';
import { receiptBytes, transactionBytes } from './consensus-bytes.ts';
import { keccak256, trieRoot } from './trie-root.ts';

/** Ethereum's block 46,147, the first with a chain transaction, as nodes and explorers show it. */
const tx = {
  type: '0x0',
  hash: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
  nonce: '0x0',
  gasPrice: '0x2d79883d2000',
  gas: '0x5208',
  value: '0x7a69',
  input: '0x',
  v: '0x1c',
  from: '0xa1e4380a3b1f749673e270229993ee55f35663b4',
  to: '0x5df9b87991262f6ba471f09758cde1c0fc1de734',
  r: '0x88ff6cf0fefd94db46111149ae4bfc179e9b94721fffd821d38d16464b3f71d0',
  s: '0x45e0aff800961cfce805daef7016b9b675c137a6a41a548f7b60a3484c06a33a',
};
const block = {
  number: '0xb443',
  difficulty: '0x153886c1bbd',
  gasLimit: '0x520b',
  gasUsed: '0x5208',
  timestamp: '0x55c42659',
  hash: '0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd',
  parentHash: '0x5a41d0e66b4120775176c09fcf39e7c0520517a13d2b57b18d33d342df038bfc',
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  miner: '0xe6a7a1d47ff21b6321162aea7c6cb457d5476bca',
  stateRoot: '0x0e0df2706b0a4fb8bd08c9246d472abbe850af446405d9eba1db41db18b4a169',
  transactionsRoot: '0x4513310fcb9f6f616972a3b948dc5d547f280849a87ebb5af0191f98b87be598',
  receiptsRoot: '0xfe2bf2a941abf41d72637e5b91750332a30283efd40c424dc522b77e6f0ed8c4',
  logsBloom: `0x${'0'.repeat(512)}`,
  extraData: '0x657468706f6f6c2e6f7267',
  mixHash: '0xb48c515a9dde8d346c3337ea520aa995a4738bb595495506125449c1149d6cf4',
  nonce: '0xba4f8ecd18aab215',
  size: '0x27a',
  totalDifficulty: '0x97a50222edba99',
  uncles: [],
  transactions: [tx],
};
const told = (more: object = {}) => ({ ...block, ...more }) as unknown as RawBlock;

function proofs(): BlockProofs {
  return new BlockProofs(() => {});
}

test('a published block is proved by its hash, and its chain transaction by its header', () => {
  const proof = proofs().ofBlock(told());
  assert.deepEqual([proof.header, proof.transactions], [true, true]);
});

test('S12-cut: a list that is cut, a payment that was changed, and a header that was are found out', () => {
  const one = proofs();
  one.ofBlock(told());
  const list = /list of chain transactions of block 46147 does not match its header/;
  assert.throws(() => one.ofBlock(told({ transactions: [] })), list);
  assert.throws(() => one.ofBlock(told({ transactions: [{ ...tx, value: '0x7a6a' }] })), list);
  assert.throws(() => one.ofBlock(told({ transactions: [{ ...tx, hash: block.hash }] })), list);
  assert.throws(
    () => one.ofBlock(told({ transactionsRoot: trieRoot([]), transactions: [] })),
    /does not match its hash/,
  );
});

test('data of an unknown kind is neither proved nor rejected', () => {
  const one = proofs();
  one.ofBlock(told());
  const kinds = ['0x6a', '0x7b', '0x7e', '0xff'].map((type) => [{ ...tx, type }]);
  for (const transactions of [...kinds, [tx, { ...tx, r: '0x0', s: '0x0' }], [{ ...tx, gas: undefined }]]) {
    const proof = one.ofBlock(told({ transactions }));
    assert.deepEqual([proof.header, proof.transactions], [true, false]);
    assert.equal(one.ofReceipts(proof, 46_147, []), false);
  }
  assert.equal(one.ofBlock(told({ fieldOfAForkToCome: '0x1' })).header, false);
});

test('a network that hashes differently fails a few times, then is read without proof', () => {
  const said: string[] = [];
  const one = new BlockProofs((message) => said.push(message));
  const other = told({ hash: `0x${'ab'.repeat(32)}` });
  for (let tries = 0; tries < 5; tries += 1) assert.throws(() => one.ofBlock(other), /does not match its hash/);
  assert.equal(one.ofBlock(other).header, false);
  assert.equal(one.ofBlock(other).header, false);
  assert.equal(said.length, 1);
});

test('deposits of the OP Stack are serialized as by its own software', () => {
  const deposit = {
    sourceHash: `0x${'5a'.repeat(32)}`,
    from: '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001',
    to: '0x4200000000000000000000000000000000000015',
  } as const;
  const theirs = { ...deposit, type: 'deposit', value: 7n, gas: 1_000_000n, data: '0x440a5e20' } as const;
  const ours = { ...deposit, type: '0x7e', value: '0x7', gas: '0xf4240', input: '0x440a5e20', r: '0x0', s: '0x0' };
  assert.equal(transactionBytes(ours), serializeTransaction(theirs));
  assert.equal(
    transactionBytes({ ...ours, to: null, mint: '0x9', isSystemTx: true }),
    serializeTransaction({ ...theirs, to: undefined, mint: 9n, isSystemTx: true } as never),
  );
  assert.equal(transactionBytes({ ...ours, ethValue: '0x1' }), null, "Mantle's are others");
  const receipt = { type: '0x7e', status: '0x1', cumulativeGasUsed: '0xb4d1', logsBloom: block.logsBloom, logs: [] };
  assert.equal(receiptBytes({ ...receipt, ofAForkToCome: '0x1' }), null);
  const canyon = { ...receipt, depositNonce: '0x5', depositReceiptVersion: '0x1' };
  assert.equal((receiptBytes(canyon)?.length ?? 0) - (receiptBytes(receipt)?.length ?? 0), 4);
});

test('the root of nothing is that of an empty trie, and the root of one item is the published one', () => {
  assert.equal(trieRoot([]), keccak256('0x80'));
  assert.equal(trieRoot([transactionBytes(tx) ?? '0x']), block.transactionsRoot);
});

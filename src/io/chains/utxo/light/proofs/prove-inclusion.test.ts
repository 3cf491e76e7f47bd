// Every true proof that a chain transaction is in a block is accepted, and every known forgery is rejected.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { ChainFault } from '../../../chain.ts';
import { doubleHash, merkleRoot } from '../../blocks/hashes.ts';
import { type Leaf, proveInclusion, rootOf } from './prove-inclusion.ts';

function ids(count: number): Buffer[] {
  return Array.from({ length: count }, (_, at) => createHash('sha256').update(`leaf ${at}`).digest());
}

/** The branch of a leaf, computed independently. */
function leafAt(leaves: readonly Buffer[], position: number): Leaf {
  const hashes: Buffer[] = [];
  let level = [...leaves];
  for (let at = position; level.length > 1; at >>= 1) {
    if (level.length % 2 === 1) level.push(level.at(-1) as Buffer);
    hashes.push(level[at ^ 1] as Buffer);
    level = level.flatMap((left, index) =>
      index % 2 === 1 ? [] : [doubleHash(Buffer.concat([left, level[index + 1] as Buffer]))],
    );
  }
  return { id: leaves[position] as Buffer, branch: { position, hashes } };
}

const rootOver = (leaves: readonly Buffer[]) => merkleRoot(leaves) as Buffer;
const tx = (leaf: Leaf, length = 225) => ({ ...leaf, length });
const coinbase = (leaf: Leaf) => ({ ...leaf, isCoinbase: true });
const isRefused = (why: RegExp) => (fault: unknown) =>
  fault instanceof ChainFault && fault.retryable && why.test(fault.message);

test('each chain transaction is proved by its branch, at its own position only', () => {
  for (let count = 1; count <= 17; count += 1) {
    const leaves = ids(count);
    const block = { root: rootOver(leaves), number: 7 };
    for (let position = 0; position < count; position += 1) {
      const leaf = leafAt(leaves, position);
      proveInclusion(tx(leaf), coinbase(leafAt(leaves, 0)), block);
      for (const other of [position + 1, position + 2 ** leaf.branch.hashes.length, -1, 0.5]) {
        const moved = rootOf({ ...leaf, branch: { ...leaf.branch, position: other } });
        assert.notDeepEqual(moved, block.root, `${position} of ${count} at ${other}`);
      }
    }
  }
});

test('a branch that is cut, extended or changed proves nothing', () => {
  const leaves = ids(9);
  const block = { root: rootOver(leaves), number: 7 };
  const leaf = leafAt(leaves, 4);
  const { position, hashes } = leaf.branch;
  const wrong = [
    hashes.slice(1),
    hashes.slice(0, -1),
    [...hashes, Buffer.alloc(32)],
    hashes.map((hash, at) => (at === 2 ? doubleHash(hash) : hash)),
    Array.from({ length: 40 }, () => Buffer.alloc(32)),
  ];
  for (const other of wrong) {
    const forged = tx({ id: leaf.id, branch: { position, hashes: other } });
    assert.throws(
      () => proveInclusion(forged, coinbase(leafAt(leaves, 0)), block),
      isRefused(/its branch does not lead/),
    );
  }
});

test('a list with a repeated end has the same root, and the repetition is rejected (CVE-2012-2459)', () => {
  const leaves = ids(3);
  const twice = [...leaves, leaves[2] as Buffer];
  const root = rootOf(leafAt(leaves, 2));
  assert.deepEqual(root, rootOver(leaves));
  assert.equal(rootOf(leafAt(twice, 3)), null);
});

test('an inner node is not accepted as a chain transaction, nor the reverse (CVE-2017-12842)', () => {
  const leaves = ids(8);
  const block = { root: rootOver(leaves), number: 7 };
  const first = coinbase(leafAt(leaves, 0));
  // An inner node shown as a leaf: its 64 bytes are two hashes.
  const whole = leafAt(leaves, 2);
  const knot = doubleHash(Buffer.concat([leaves[2] as Buffer, leaves[3] as Buffer]));
  const asLeaf = { id: knot, branch: { position: 1, hashes: whole.branch.hashes.slice(1) } };
  assert.deepEqual(rootOf(asLeaf), block.root);
  assert.throws(() => proveInclusion(tx(asLeaf, 64), first, block), isRefused(/64 bytes/));
  assert.throws(() => proveInclusion(tx(asLeaf), first, block), isRefused(/another depth/));
  // A chain transaction of 64 bytes shown as an inner node: its second half is the id of one that is in no block.
  const inner = ids(9)[8] as Buffer;
  const odd = Buffer.concat([createHash('sha256').update('first half').digest(), inner]);
  const block64 = [leaves[0] as Buffer, doubleHash(odd)];
  const [half, beside] = [odd.subarray(0, 32), leafAt(block64, 1).branch.hashes];
  const deeper = { id: inner, branch: { position: 3, hashes: [half, ...beside] } };
  const forged = { root: rootOver(block64), number: 8 };
  assert.deepEqual(rootOf(deeper), forged.root);
  assert.throws(() => proveInclusion(tx(deeper), coinbase(leafAt(block64, 0)), forged), isRefused(/another depth/));
});

test('the first chain transaction must be a coinbase, at position 0 of the same tree', () => {
  const leaves = ids(8);
  const block = { root: rootOver(leaves), number: 7 };
  const leaf = tx(leafAt(leaves, 5));
  for (const first of [
    { ...leafAt(leaves, 0), isCoinbase: false },
    coinbase(leafAt(leaves, 1)),
    coinbase(leafAt(ids(9), 0)),
  ])
    assert.throws(() => proveInclusion(leaf, first, block), isRefused(/is not the first/));
});

// The bytes that TRON nodes hash and sign, rebuilt from JSON, equal published blocks and bytes recorded from tronweb.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Json } from '../../../../../test/rig/client.ts';
import { blockWithCall, publishedBlock, publishedHeaders } from '../../../../../test/rig/tron/published-block.ts';
import { Representatives } from '../../../../../test/rig/tron/representatives.ts';
import { signedBlock } from '../../../../../test/rig/tron/signed-block.ts';
import { recordedTronweb } from '../../../../../test/rig/tron/signing/recorded-tronweb.ts';
import { readProvedHeader } from '../header.ts';
import { proveTransactions } from './prove-transactions.ts';
import { resultBytes } from './result-bytes.ts';
import { provable, rootOf } from './transactions-root.ts';

test('published headers of eight years match their ids and are signed by their representatives', () => {
  for (const block of [publishedBlock, blockWithCall, ...publishedHeaders]) {
    const proved = readProvedHeader(block);
    assert.equal(proved?.signer, proved?.witness, String(proved?.header.number));
    assert.equal(proved?.header.hash, `0x${block.blockID}`);
  }
});

test('a published block has the root of its transactions', () => {
  const proved = readProvedHeader(blockWithCall);
  assert.ok(proved !== null);
  const [call] = proveTransactions(proved, blockWithCall.transactions);
  assert.equal(call?.hash, blockWithCall.transactions[0]?.txID);
});

test('a header with a changed or unknown member is not proved', () => {
  const of = (change: object) => ({
    ...publishedBlock,
    block_header: { ...publishedBlock.block_header, raw_data: { ...publishedBlock.block_header.raw_data, ...change } },
  });
  const { txTrieRoot, parentHash, witness_address } = publishedBlock.block_header.raw_data;
  for (const change of [
    ...[{ timestamp: 1_777_445_121_001 }, { txTrieRoot: txTrieRoot.replace('f', 'e') }, { version: 35 }],
    ...[{ parentHash: parentHash.replace('2c85', '2c86') }, { witness_id: 1 }, { accountStateRoot: '00' }],
    { witness_address: witness_address.replace('b2', 'b3') },
  ])
    assert.throws(() => readProvedHeader(of(change)), /is not the hash of its header/, JSON.stringify(change));
  assert.throws(() => readProvedHeader(of({ newRoot: 'ab' })), /member that cannot be proved: newRoot/);
  assert.throws(() => readProvedHeader(of({ witness_address: 'TSNbzxac4WhxN91XvaUfPTKP2jNT18mP6T' })), /\(visible\)/);
  assert.throws(() => readProvedHeader(of({ timestamp: undefined })), /is incomplete/);
  const { raw_data } = publishedBlock.block_header;
  assert.throws(() => readProvedHeader({ ...publishedBlock, block_header: { raw_data } }), /without a signature/);
});

const [called] = blockWithCall.transactions as readonly Json[];
const place = { number: 7, parentHash: '00'.repeat(32), timestamp: 1_700_000_000_000 };

/** As many transactions as requested, each with different bytes. */
function several(count: number): Json[] {
  return Array.from({ length: count }, (_, at) => {
    const raw = Buffer.concat([Buffer.from(called.raw_data_hex, 'hex'), Buffer.from([0x70, at])]);
    const txID = createHash('sha256').update(raw).digest('hex');
    const ret = [{ contractRet: at % 3 ? 'SUCCESS' : 'REVERT' }];
    return { ...called, txID, raw_data_hex: raw.toString('hex'), ret };
  });
}

test('no transaction of a list can be left out, added, moved or changed', () => {
  for (const count of [0, 1, 2, 3, 5, 6, 7, 8, 13]) {
    const list = several(count);
    const proved = readProvedHeader(signedBlock(new Representatives(), place, list));
    assert.ok(proved !== null);
    const of = (other: readonly Json[]) => proveTransactions(proved, other);
    assert.equal(of(list).length, count);
    const unproved = /are not those that its header was signed for/;
    assert.throws(() => of([...list, ...several(count + 1).slice(-1)]), unproved);
    if (count === 0) continue;
    for (const at of list.keys()) assert.throws(() => of(list.toSpliced(at, 1)), unproved);
    const change = (what: object) => of(list.with(count - 1, { ...list[count - 1], ...what }));
    assert.throws(() => change({ ret: [{ contractRet: 'OUT_OF_TIME' }] }), unproved);
    assert.throws(() => change({ ret: [] }), unproved);
    assert.throws(() => change({ signature: ['00'] }), unproved);
    assert.throws(() => change({ signature: [], memo: 'new' }), /signed for; unknown is memo/);
    assert.throws(() => change({ raw_data_hex: called.raw_data_hex }), /with an id that does not match its bytes/);
    if (count > 1) assert.throws(() => of(list.toReversed()), unproved);
  }
});

test('every member of a transaction’s result is serialized as tronweb does it', () => {
  const written = resultBytes(
    {
      fee: 100_000,
      ret: 'FAILED',
      contractRet: 'OUT_OF_ENERGY',
      assetIssueID: '1000001',
      withdraw_amount: 5,
      unfreeze_amount: 6,
      exchange_received_amount: 7,
      exchange_inject_another_amount: 8,
      exchange_withdraw_another_amount: 9,
      exchange_id: 10,
      shielded_transaction_fee: 11,
    },
    'it',
  );
  assert.equal(written.toString('hex'), recordedTronweb.result);
  assert.equal(resultBytes({}, 'it').length, 0);
  assert.equal(resultBytes({ contractRet: 'DEFAULT', fee: 0, ret: 'SUCESS' }, 'it').length, 0);
});

test('members that tronweb does not know are serialized by hand-made examples of protobuf’s encoding', () => {
  const hex = (result: object) => resultBytes(result, 'it').toString('hex');
  assert.equal(hex({ orderId: 'abcd' }), 'ca0102abcd');
  assert.equal(hex({ orderDetails: [{ makerOrderId: '01', fillBuyQuantity: 300 }, {}] }), 'd201060a010120ac02d20100');
  assert.equal(hex({ withdraw_expire_amount: 1 }), 'd80101');
  const canceled = [{ key: 'A', value: 1 }, { key: 'B' }];
  assert.equal(hex({ cancel_unfreezeV2_amount: canceled }), 'e201050a01411001e201050a01421000');
  assert.equal(hex({ fee: -1 }), '08ffffffffffffffffff01');
});

test('a result that is not exact is rejected by name, and never ignored', () => {
  const of = (result: unknown) => () => resultBytes(result, 'it');
  assert.throws(of({ contractRet: 'SUCCESS', refunded: 1 }), /The result of it cannot be proved: refunded/);
  assert.throws(of({ contractRet: 'OUT_OF_MIND' }), /contractRet OUT_OF_MIND/);
  assert.throws(of({ fee: 2 ** 53 }), /: fee/);
  assert.throws(of({ orderDetails: [{ price: 1 }] }), /: orderDetails.price/);
  assert.throws(of('SUCCESS'), /a result/);
});

test('a whole transaction is hashed as tronweb encodes it', () => {
  const leaf = createHash('sha256').update(Buffer.from(recordedTronweb.whole, 'hex')).digest();
  assert.deepEqual(provable(called, 1).leaf, leaf);
  assert.equal(rootOf([leaf]), blockWithCall.block_header.raw_data.txTrieRoot);
});

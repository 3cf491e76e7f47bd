// The facts that are read from a TRON block, and the ones that are ignored, in the published formats of its nodes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../../test/rig/client.ts';
import { publishedBlock as header } from '../../../../test/rig/tron/published-block.ts';
import { Representatives } from '../../../../test/rig/tron/representatives.ts';
import { signedBlock } from '../../../../test/rig/tron/signed-block.ts';
import { AddressTable } from '../accounts/address-table.ts';
import { chainIdOf, readTronHeader } from './header.ts';
import { readTronBlock } from './read-block.ts';

/** A payment on the main network (March 2019). */
const payment = {
  ret: [{ contractRet: 'SUCCESS' }],
  signature: ['00'.repeat(65)],
  txID: '9d67598c8b90336fb876efc7a2b7b78534dab94a802baf481632c17bae11ce2e',
  raw_data: {
    contract: [
      {
        parameter: {
          value: {
            amount: 99_000_000,
            owner_address: '4179309abcff2cf531070ca9222a1f72c4a5136874',
            to_address: '41a2d3cb65d9c05da645a0206304d8ef7d7e67f82c',
          },
          type_url: 'type.googleapis.com/protocol.TransferContract',
        },
        type: 'TransferContract',
      },
    ],
    ref_block_bytes: '24f0',
    ref_block_hash: '05c43724590c6646',
    expiration: 1_551_762_696_000,
    timestamp: 1_551_759_039_537,
  },
  raw_data_hex:
    '0a0224f0220805c43724590c664640c0ce8ee2942d5a68080112640a2d747970652e676f6f676c65617069732e636f6d2f70726f74' +
    '6f636f6c2e5472616e73666572436f6e747261637412330a154179309abcff2cf531070ca9222a1f72c4a5136874121541a2d3cb65' +
    'd9c05da645a0206304d8ef7d7e67f82c18c0bd9a2f70b1b8afe0942d',
};
const number = 66_987_565;
const watched = new AddressTable();
watched.add('0xa2d3cb65d9c05da645a0206304d8ef7d7e67f82c');

const representatives = new Representatives();
const wanted = { number, watched, contracts: new Set<string>() };

function blockOf(transactions: readonly unknown[]) {
  const { parentHash, timestamp } = header.block_header.raw_data;
  return signedBlock(representatives, { number, parentHash, timestamp }, transactions);
}

/** A block signed with these transactions, as changed by an endpoint. */
function read(transactions: readonly unknown[], change: (block: Json) => Json = (block) => block) {
  return readTronBlock(change(blockOf(transactions)), wanted);
}

test('a published header is read, and its id contains its number', () => {
  assert.deepEqual(readTronHeader(header), {
    number,
    hash: `0x${header.blockID}`,
    parentHash: `0x${header.block_header.raw_data.parentHash}`,
    time: 1_777_445_121,
  });
  assert.equal(readTronHeader({}), null);
  const moved = { ...header, blockID: header.blockID.replace('262d', '262e') };
  assert.throws(() => readTronHeader(moved), /id does not match its number 66987565/);
});

test('the genesis block, with zeros omitted, gives the chain id', () => {
  const parentHash = '957dc2d350daecc7bb6a38f3938ebde0a0c1cedafe15f0edae4256a2907449f6';
  const blockID = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
  const genesis = readTronHeader({ blockID, block_header: { raw_data: { parentHash } } });
  assert.equal(genesis === null ? null : chainIdOf(genesis), 728_126_428);
});

test('a payment counts by its contract type and its outcome', () => {
  const [transfer] = read([payment]).transfers;
  assert.deepEqual(transfer, {
    txHash: payment.txID,
    position: 'native',
    contract: '',
    sender: '0x79309abcff2cf531070ca9222a1f72c4a5136874',
    recipient: '0xa2d3cb65d9c05da645a0206304d8ef7d7e67f82c',
    amount: 99_000_000n,
    succeeded: true,
  });
  const failed = read([{ ...payment, ret: [{ contractRet: 'OUT_OF_TIME' }] }]).transfers;
  assert.deepEqual(
    failed.map(({ succeeded }) => succeeded),
    [false],
  );
});

test('D2-no-outcome: a payment of which the block does not say how it ended stops the reading', () => {
  for (const ret of [[], [{ contractRet: 'DEFAULT' }]]) {
    const silent = (block: Json) => {
      const [one] = block.transactions;
      return { ...block, transactions: [{ ...one, ret: ret.length === 0 ? [] : [{}] }] };
    };
    assert.throws(() => read([{ ...payment, ret }], silent), /has no outcome for/);
  }
});

test('the decoded JSON next to the signed bytes is ignored', () => {
  const elsewhere = structuredClone(payment);
  const [contract] = elsewhere.raw_data.contract as Json[];
  contract.parameter.value.to_address = contract.parameter.value.owner_address;
  contract.parameter.value.amount = 1;
  assert.deepEqual(read([elsewhere]).transfers, read([payment]).transfers);
  contract.type = 'VoteWitnessContract';
  assert.deepEqual(read([elsewhere]).transfers, read([payment]).transfers);
});

test('a missing or different block is a retryable fault', () => {
  const block = blockOf([payment]);
  assert.throws(() => readTronBlock({}, wanted), /has no block 66987565/);
  assert.throws(
    () => readTronBlock(block, { ...wanted, number: number + 1 }),
    /Requested block \d+ and received block/,
  );
  assert.throws(() => readTronBlock({ ...block, transactions: {} }, wanted), /without a list of transactions/);
  assert.throws(() => readTronBlock({ ...block, transactions: [null] }, wanted), /without whole transactions/);
});

// Blocks and logs of any shape are either read whole or rejected, and never crash the reader.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../../test/rig/chance/properties.ts';
import { AddressTable } from '../../accounts/address-table.ts';
import { transferTopic } from '../../accounts/raw.ts';
import { logsOfBlock, transfersInLogs } from '../../accounts/read-logs.ts';
import { ChainFault } from '../../chain.ts';
import { bloomBits, mayHold } from './bloom.ts';
import { readBlock } from './read-block.ts';

const shop = `0x${'5'.repeat(40)}`;
const token = `0x${'7'.repeat(40)}`;
const payer = `0x${'9'.repeat(40)}`;
const hash = (digit: string) => `0x${digit.repeat(64)}`;
const word = (hex: string) => hex.padStart(64, '0');
const watched = new AddressTable();
watched.add(shop);
const contracts = new Set([token]);

const nativePayment = { hash: hash('a'), from: payer, to: shop, value: '0x5', input: '0x', type: '0x7e', extra: [1] };
const tokenCall = {
  hash: hash('b'),
  from: payer,
  to: token,
  value: '0x0',
  input: `0xa9059cbb${word(shop.slice(2))}${word('6')}`,
};
const creation = { hash: hash('c'), from: payer, to: null, value: '0x5', input: '0x60' };
const block = {
  number: '0x10',
  hash: hash('1'),
  parentHash: hash('0'),
  timestamp: '0x64',
  logsBloom: `0x${'0'.repeat(512)}`,
  transactions: [nativePayment, tokenCall, creation],
};
const log = {
  address: token,
  topics: [transferTopic, `0x${word(payer.slice(2))}`, `0x${word(shop.slice(2))}`],
  data: `0x${word('6')}`,
  blockNumber: '0x10',
  blockHash: hash('1'),
  transactionHash: hash('b'),
  logIndex: '0x9',
  removed: false,
};

function readLogs(logs: readonly unknown[]) {
  const { header } = readBlock(block, { number: 16, watched, contracts });
  const taken = logs as Parameters<typeof logsOfBlock>[0];
  const end = logsOfBlock(taken, 0, header, '0x10');
  return transfersInLogs(taken, { from: 0, to: end }, watched, contracts);
}

test('chain transactions that may pay are found among others', () => {
  const found = readBlock(block, { number: 16, watched, contracts });
  assert.deepEqual(found.header, { number: 16, hash: hash('1'), parentHash: hash('0'), time: 100 });
  assert.deepEqual(found.natives, [{ txHash: hash('a'), sender: payer, recipient: shop, amount: 5n, contract: '' }]);
  assert.deepEqual(found.tokenCalls, [
    { txHash: hash('b'), sender: payer, recipient: shop, amount: 6n, contract: token },
  ]);
});

test('upper-case digits are equal to lower-case digits', () => {
  const capitals = (text: string) => `0x${text.slice(2).toUpperCase()}`;
  const shouted = {
    ...block,
    hash: capitals(hash('e')),
    transactions: [{ ...nativePayment, hash: capitals(hash('a')), to: capitals(shop), from: capitals(payer) }],
  };
  const found = readBlock(shouted, { number: 16, watched, contracts });
  assert.equal(found.header.hash, hash('e'));
  assert.equal(found.natives[0]?.txHash, hash('a'));
});

test('a missing, different or incomplete block is rejected', () => {
  const wrong: readonly unknown[] = [
    null,
    'block',
    {},
    { ...block, number: '0x11' },
    { ...block, number: 16 },
    { ...block, hash: null },
    { ...block, parentHash: '0x' },
    { ...block, timestamp: '0xffffffffffffffff' },
    { ...block, transactions: undefined },
    { ...block, transactions: [hash('a')] },
    { ...block, transactions: [null] },
    { ...block, transactions: [{ ...nativePayment, value: '5' }] },
    { ...block, transactions: [{ ...nativePayment, hash: null }] },
  ];
  for (const raw of wrong)
    assert.throws(
      () => readBlock(raw, { number: 16, watched, contracts }),
      (fault) => fault instanceof ChainFault && fault.retryable,
      JSON.stringify(raw),
    );
});

test("the position of a transfer counts its token's events within the chain transaction", () => {
  const others = { ...log, address: `0x${'8'.repeat(40)}`, logIndex: '0x1' };
  const elsewhere = { ...log, transactionHash: hash('d'), logIndex: '0xf' };
  const logs = [
    others,
    { ...log, logIndex: '0x2', topics: [...log.topics.slice(0, 2), `0x${word('1')}`] },
    { ...log, logIndex: '0x3' },
    { ...log, logIndex: '0x4' },
    elsewhere,
    { ...elsewhere, logIndex: '0x10' },
  ];
  assert.deepEqual(
    readLogs(logs).map(({ position }) => position),
    [`${token}:1`, `${token}:2`, `${token}:0`, `${token}:1`],
  );
});

test("only logs in ERC-20's form are payments", () => {
  const none: readonly object[] = [
    { ...log, topics: log.topics.slice(0, 2) },
    { ...log, topics: [...log.topics, hash('0')] },
    { ...log, data: '0x' },
    { ...log, data: `${log.data}00` },
    { ...log, data: `0x${word('0')}` },
    { ...log, topics: [hash('f'), ...log.topics.slice(1)] },
    { ...log, topics: [...log.topics.slice(0, 2), `0x1${word(shop.slice(2)).slice(1)}`] },
    { ...log, address: '0xfffffffffffffffffffffffffffffffffffffffe' },
  ];
  for (const one of none) assert.deepEqual(readLogs([one]), [], JSON.stringify(one));
  assert.equal(readLogs([log]).length, 1);
});

test('logs that are withdrawn, of another block, or out of order are refused (A24)', () => {
  for (const logs of [
    [{ ...log, removed: true }],
    [{ ...log, blockHash: hash('2') }],
    [log, log],
    [log, { ...log, logIndex: '0x8' }],
    [{ ...log, logIndex: null }],
    [null],
    [{ ...log, topics: null }],
  ])
    assert.throws(
      () => readLogs(logs),
      (fault) => fault instanceof ChainFault && fault.retryable,
      JSON.stringify(logs),
    );
});

test('any malformed answer leads to a fault, not a crash', () => {
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(shop, token, hash('a'), `0x${word(shop.slice(2))}`, '0x0', '0x10'),
  );
  const spoilt = (whole: object) =>
    fc.tuple(fc.constantFrom(...Object.keys(whole)), odd).map(([field, value]) => ({ ...whole, [field]: value }));
  const attempt = (act: () => unknown) => {
    try {
      act();
    } catch (fault) {
      assert.ok(fault instanceof ChainFault && fault.retryable, String(fault));
    }
  };
  const transaction = fc.oneof(spoilt(nativePayment), spoilt(tokenCall), odd);
  const topics = fc.tuple(odd, odd, odd).map((list) => ({ ...log, topics: list }));
  fc.assert(
    fc.property(
      spoilt(block),
      fc.array(transaction),
      fc.array(fc.oneof(spoilt(log), topics, odd)),
      (raw, transactions, logs) => {
        attempt(() => readBlock(raw, { number: 16, watched, contracts }));
        attempt(() => readBlock({ ...block, transactions }, { number: 16, watched, contracts }));
        attempt(() => readLogs(logs));
        attempt(() => readLogs([log, ...logs]));
      },
    ),
    { numRuns: 300 },
  );
});

test('the bloom filter of a block contains its logs', () => {
  // Built by hand here; the scans of real blocks prove that nodes build it the same way.
  const bits = [...bloomBits(token as `0x${string}`), ...bloomBits(transferTopic)];
  const bytes = new Uint8Array(256);
  for (const bit of bits) bytes[255 - (bit >> 3)] = (bytes[255 - (bit >> 3)] as number) | (1 << (bit & 7));
  const bloom = `0x${Buffer.from(bytes).toString('hex')}`;
  assert.ok(mayHold(bloom, bits));
  assert.ok(!mayHold(bloom, bloomBits(shop as `0x${string}`)));
  assert.ok(!mayHold(`0x${'0'.repeat(512)}`, bits));
  assert.ok(!mayHold('0x', bits));
});

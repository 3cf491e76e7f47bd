// A block without its proof of work is rejected on every chain of the family (C18): published headers, and false ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bitcoin840000,
  bitcoin910000,
  dogecoin151557,
  dogecoin400000,
  dogecoin400001,
  dogecoin400002,
  dogecoin5050000,
  litecoinGenesis,
  type PublishedHeader,
} from '../../../../../test/rig/utxo/published-headers.ts';
import { ChainFault } from '../../chain.ts';
import { doubleHash, shown } from '../blocks/hashes.ts';
import { headerLength, readUtxoHeader, type UtxoHeader } from '../blocks/read-header.ts';
import { type UtxoChainName, utxoChains, utxoParams } from '../params.ts';
import { proveAge } from './prove-age.ts';
import { proveEase, proveOwnWork, proveWork } from './prove-work.ts';
import { workRules } from './work-rules.ts';

function read({ number, bytes }: Omit<PublishedHeader, 'hash'>): UtxoHeader {
  return readUtxoHeader(bytes, number, shown(doubleHash(bytes.subarray(0, headerLength))));
}

function changed({ number, bytes }: PublishedHeader, at: number, byte?: number): PublishedHeader {
  const other = Buffer.from(bytes);
  other[at < 0 ? other.length + at : at] = byte ?? (other.at(at) as number) ^ 1;
  return { number, hash: '', bytes: other };
}

function own(published: PublishedHeader, chain: UtxoChainName): void {
  proveOwnWork(published.bytes, read(published), utxoParams(chain));
}

function assertRefused(act: () => void, why: RegExp): void {
  assert.throws(act, (fault) => fault instanceof ChainFault && fault.retryable && why.test(fault.message));
}

test('the work of published headers is accepted with each chain’s hash function', () => {
  for (const [chain, header] of [
    ['bitcoin', bitcoin840000],
    ['bitcoin', bitcoin910000],
    ['litecoin', litecoinGenesis],
    ['dogecoin', dogecoin151557],
    ['dogecoin', dogecoin400000],
    ['dogecoin', dogecoin400001],
    ['dogecoin', dogecoin400002],
    ['dogecoin', dogecoin5050000],
  ] as const) {
    assert.equal(read(header).hash, header.hash);
    own(header, chain);
  }
  proveWork(bitcoin840000.bytes, read(bitcoin840000), utxoParams('bitcoin'));
  proveWork(dogecoin5050000.bytes, read(dogecoin5050000), utxoParams('dogecoin'));
});

test('C18-fake-header-chain: a header whose work was not done is refused, whatever chain it is of', () => {
  const undone = /lacks the work that its header demands/;
  for (const [chain, header] of [
    ['bitcoin', bitcoin910000],
    ['litecoin', litecoinGenesis],
    ['dogecoin', dogecoin151557],
    // Litecoin hashes blocks with scrypt, Bitcoin does not.
    ['litecoin-testnet', { ...bitcoin910000, number: 1 }],
  ] as const)
    assertRefused(() => own(changed(header, 76), chain), undone);
  assertRefused(() => own(changed(dogecoin5050000, -1), 'dogecoin'), undone);
  for (const chain of ['bitcoin', 'litecoin', 'dogecoin', 'bitcoin-signet', 'litecoin-regtest'] as const)
    for (const bits of [0, 0x1d80ffff, 0xff7fffff, 0x207fffff + 1, 0x01003456])
      assertRefused(() => {
        const bytes = Buffer.from(bitcoin910000.bytes);
        bytes.writeUInt32LE(bits, 72);
        own({ number: 6_000_000, hash: '', bytes }, chain);
      }, /is not a valid block of/);
});

test('C18-cheap-chain: what was easy to work is refused where the chain has long been harder', () => {
  const easy = (chain: UtxoChainName, number: number, bits: number) => () =>
    proveEase({ ...read(bitcoin910000), number, bits }, utxoParams(chain));
  for (const [chain, bits] of [
    ['bitcoin', 0x1d00ffff],
    ['litecoin', 0x1e0ffff0],
    ['dogecoin', 0x1e0ffff0],
  ] as const) {
    const { least, checkpoint } = workRules(chain);
    assert.ok(least !== null && checkpoint !== null && least.from <= checkpoint.number);
    assertRefused(easy(chain, checkpoint.number + 1, bits), /less work than any block in years/);
    assertRefused(easy(chain, least.from - 1, 0x17000001), /too old to be proved/);
    easy(chain, least.from, 0x17000001)();
  }
});

test('C18-merged-mining: another chain’s work counts for the one block that its parent names, and only there', () => {
  const base = dogecoin5050000;
  const at = (hex: string) => base.bytes.indexOf(Buffer.from(hex, 'hex'));
  const mark = at('fabe6d6d');
  const script = mark + 4 + 32;
  for (const [why, header] of [
    [/parent does not contain/, changed(base, mark + 4)],
    [/parent does not contain/, changed(base, script)],
    [
      /parent does not name it/,
      { ...base, bytes: Buffer.concat([dogecoin400000.bytes.subarray(0, 80), base.bytes.subarray(80)]) },
    ],
    [/parent is of its own chain/, changed(changed(base, -80 + 2, 98), -80 + 3, 0)],
    [/mined for another chain/, changed(base, 2, 97)],
    [/names another chain transaction/, changed(base, -80 - 9)],
  ] as const)
    assertRefused(() => own(header as PublishedHeader, 'dogecoin'), why);
  // The proof is left out or cut.
  for (const length of [80, 81, 300, base.bytes.length - 1])
    assertRefused(() => own({ ...base, bytes: base.bytes.subarray(0, length) }, 'dogecoin'), /cut off/);
});

test('a newest block that is hours old is rejected, except where blocks may wait', () => {
  for (const { name, title } of utxoChains.values()) {
    const most = workRules(name).mostHeadSeconds;
    const head = { number: 1, hash: '', parentHash: '', time: 1_000_000 };
    proveAge(head, { name, title }, 1_000_000 + (most ?? 10_000_000));
    if (most === null) continue;
    assertRefused(() => proveAge(head, { name, title }, 1_000_001 + most), /hours old: it is not synced, or on a fork/);
  }
});

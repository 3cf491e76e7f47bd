// An internal transfer counts once, whether a trace or a balance reports it first, and across reorgs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transfer } from '../transfer.ts';
import { type FoundInternal, type RecordedInternal, withoutKnown } from './internal-forms.ts';

const shop = '0x5';
const byBalance = `balance:${shop}`;

function found(position: string, amount: bigint, more: Partial<Transfer> = {}, block = 'a'): FoundInternal {
  const usual = { txHash: 'x', contract: '', sender: null, recipient: shop, succeeded: true };
  return {
    transfer: { ...usual, position, amount, ...more },
    header: { number: 1, hash: block, parentHash: '', time: 0 },
  };
}

function recorded(position: string, amount: bigint, more: Partial<RecordedInternal> = {}): RecordedInternal {
  return { txHash: 'x', position, recipient: shop, amount, blockHash: 'a', ...more };
}

function left(those: readonly FoundInternal[], known: readonly RecordedInternal[]): [string, bigint][] {
  return withoutKnown(those, known).map(({ transfer }) => [transfer.position, transfer.amount]);
}

test('what nobody told of before is told as it came, and other transfers are none of this', () => {
  const all = [found('native', 9n), found('trace:0', 1n), found('trace:2', 2n), found('0x7:0', 4n)];
  assert.deepEqual(withoutKnown(all, []).length, 4);
  assert.deepEqual(left([found('native', 9n)], [recorded(byBalance, 9n)]), [['native', 9n]]);
  assert.deepEqual(left([found(byBalance, 5n)], []), [[byBalance, 5n]]);
});

test('A19-two-forms: what is on the chain in one form is not told in the other', () => {
  assert.deepEqual(left([found('trace:0', 1n), found('trace:1', 2n)], [recorded(byBalance, 3n)]), []);
  assert.deepEqual(left([found(byBalance, 3n)], [recorded('trace:0', 1n), recorded('trace:1', 2n)]), []);
  assert.deepEqual(left([found(byBalance, 3n)], [recorded(byBalance, 3n)]), [], 'nor again in the same one');
});

test('what a balance grew by was all of its block: no trace of another chain transaction adds to it', () => {
  const other = { txHash: 'y' };
  assert.deepEqual(left([found('trace:0', 3n, other)], [recorded(byBalance, 3n)]), []);
  assert.deepEqual(left([found('trace:0', 3n, other, 'b')], [recorded(byBalance, 3n)]), [['trace:0', 3n]]);
  assert.deepEqual(left([found('trace:0', 3n, { recipient: '0x6' })], [recorded(byBalance, 3n)]), [['trace:0', 3n]]);
});

test('of a growth, only what is left beside the rest of its block is told', () => {
  const known = [recorded('trace:0', 2n, { txHash: 'y' })];
  assert.deepEqual(left([found(byBalance, 5n)], known), [[byBalance, 3n]]);
  assert.deepEqual(left([found(byBalance, 2n)], known), []);
  assert.deepEqual(left([found(byBalance, 5n, {}, 'b')], known), [[byBalance, 5n]]);
});

test('what a reorg took away comes back at its old place, in whichever form, and as one sum', () => {
  const gone = { blockHash: null };
  assert.deepEqual(left([found(byBalance, 3n)], [recorded('trace:0', 1n, gone), recorded('trace:1', 2n, gone)]), [
    ['trace:0', 3n],
  ]);
  const traces = [found('trace:0', 1n), found('trace:1', 2n, { held: 'selfdestruct' })];
  assert.deepEqual(left(traces, [recorded(byBalance, 3n, gone)]), [[byBalance, 3n]]);
  assert.equal(withoutKnown(traces, [recorded(byBalance, 3n, gone)])[0]?.transfer.held, 'selfdestruct');
  assert.deepEqual(left(traces, [recorded('trace:0', 1n, gone)]), [
    ['trace:0', 1n],
    ['trace:1', 2n],
  ]);
});

// What one look proves, what it leaves for the next one, and what it never proves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallRun } from '../../../core/payment/internal/called-value.ts';
import type { Transfer } from '../../../core/payment/transfer.ts';
import { type BlockGrowth, garbled } from '../../../io/chains/chain.ts';
import { holdUnproved } from './hold-unproved.ts';
import { transferByBalance } from './record-balance-delta.ts';

const { signal } = new AbortController();
const header = { number: 7, hash: '0x7', parentHash: '0x6', time: 0 };

/** Each of these addresses grew, and is named by these chain transactions; the first one is taken for its payer. */
function block(named: Readonly<Record<string, readonly string[]>>): { growth: BlockGrowth; transfers: Transfer[] } {
  const grown = Object.entries(named).map(([address, hashes]) => {
    const by = hashes.map((txHash) => ({ txHash, sender: null }));
    return { address, amount: 5n, named: by };
  });
  const of = new Map(grown.map(({ address, ...growth }) => [address, growth]));
  const transfers = grown.map(({ address, amount, named: [payer] }) =>
    transferByBalance(address, amount, payer as { txHash: string; sender: null }),
  );
  return { growth: { header, succeeded: new Set(Object.values(named).flat()), of }, transfers };
}

/** Answers for each chain transaction, and writes down which were asked for. */
function runner(answer: (txHash: string) => CallRun | null) {
  const asked: string[] = [];
  const runAgain = async (_: unknown, txHash: string) => {
    asked.push(txHash);
    return answer(txHash);
  };
  return { asked, runAgain };
}

const toAll = (addresses: readonly string[]): CallRun => ({ reached: new Set(addresses), canDie: false });
const held = (transfers: readonly Transfer[]) => transfers.map((one) => [one.recipient, one.held ?? null]);

test('a batch is run again once, for all whom it paid', async () => {
  const { growth, transfers } = block({ a: ['x'], b: ['x'], c: ['x'] });
  const runs = runner(() => toAll(['a', 'b']));
  const judged = await holdUnproved(runs, growth, transfers, signal);
  assert.deepEqual(runs.asked, ['x']);
  assert.deepEqual(held(judged.transfers), [
    ['a', null],
    ['b', null],
    ['c', 'unproved_call'],
  ]);
});

test('one look runs eight chain transactions again; what is left waits for the next look, unsaid', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `${at}`);
  const { growth, transfers } = block(Object.fromEntries(names.map((name) => [`a${name}`, [`x${name}`]])));
  const runs = runner((hash) => toAll([hash.replace('x', 'a')]));
  const judged = await holdUnproved(runs, growth, transfers, signal);
  assert.deepEqual([runs.asked.length, judged.transfers.length, judged.fault], [8, 8, undefined]);
  assert.ok(judged.transfers.every((one) => one.held === undefined));
});

test('an address that five chain transactions name is held without a question; of two, both are asked about', async () => {
  const { growth, transfers } = block({ a: ['1', '2', '3', '4', '5'], b: ['6', '7'] });
  const runs = runner((hash) => (hash === '7' ? { reached: new Set(), canDie: true } : toAll(['a', 'b'])));
  const judged = await holdUnproved(runs, growth, transfers, signal);
  assert.deepEqual(runs.asked, ['6', '7']);
  assert.deepEqual(held(judged.transfers), [
    ['a', 'unproved_call'],
    ['b', 'unproved_call'],
  ]);
});

test('what was proved before a fault is kept, and the fault is handed on beside it', async () => {
  const { growth, transfers } = block({ a: ['x'], b: ['y'], c: ['z'] });
  const fault = garbled('away');
  const runs = runner((hash) => {
    if (hash === 'y') throw fault;
    return toAll(['a', 'c']);
  });
  const judged = await holdUnproved(runs, growth, transfers, signal);
  assert.deepEqual([held(judged.transfers), judged.fault], [[['a', null]], fault]);
});

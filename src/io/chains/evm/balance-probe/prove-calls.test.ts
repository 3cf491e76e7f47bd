// Internal transfers are proved up to a limit in one pass, postponed beyond it, and held if no proof is possible.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transfer } from '../../../../core/payment/transfer.ts';
import { malformed } from '../../chain.ts';
import type { BlockDeltas } from './block-deltas.ts';
import { transferByBalance } from './internal-transfers.ts';
import { proveCalls } from './prove-calls.ts';
import type { ReExecution } from './sent-by-call.ts';

const header = { number: 7, hash: '0x7', parentHash: '0x6', time: 0 };

/** The balance of each address rose, and these chain transactions name it; the first one is taken as its payer. */
function block(named: Readonly<Record<string, readonly string[]>>): { deltas: BlockDeltas; transfers: Transfer[] } {
  const risen = Object.entries(named).map(([address, hashes]) => {
    const by = hashes.map((txHash) => ({ txHash, sender: null }));
    return { address, amount: 5n, namedBy: by };
  });
  const of = new Map(risen.map(({ address, ...delta }) => [address, delta]));
  const transfers = risen.map(({ address, amount, namedBy: [payer] }) =>
    transferByBalance(address, amount, payer as { txHash: string; sender: null }),
  );
  return { deltas: { header, succeeded: new Set(Object.values(named).flat()), of }, transfers };
}

/** Returns a result for each chain transaction, and records which ones were requested. */
function runner(answer: (txHash: string) => ReExecution | null) {
  const asked: string[] = [];
  const reexecute = async (_: unknown, txHash: string) => {
    asked.push(txHash);
    return answer(txHash);
  };
  return { asked, reexecute };
}

const toAll = (addresses: readonly string[]): ReExecution => ({ touched: new Set(addresses), maySelfdestruct: false });
const held = (transfers: readonly Transfer[]) => transfers.map((one) => [one.recipient, one.held ?? null]);

test('a batch payment is executed again once for all its recipients', async () => {
  const { deltas, transfers } = block({ a: ['x'], b: ['x'], c: ['x'] });
  const runs = runner(() => toAll(['a', 'b']));
  const judged = await proveCalls(deltas, transfers, runs.reexecute);
  assert.deepEqual(runs.asked, ['x']);
  assert.deepEqual(held(judged.transfers), [
    ['a', null],
    ['b', null],
    ['c', 'unproved_call'],
  ]);
});

test('eight chain transactions are executed again at a time; the others are left out, not held', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `${at}`);
  const { deltas, transfers } = block(Object.fromEntries(names.map((name) => [`a${name}`, [`x${name}`]])));
  const runs = runner((hash) => toAll([hash.replace('x', 'a')]));
  const judged = await proveCalls(deltas, transfers, runs.reexecute);
  assert.deepEqual([runs.asked.length, judged.transfers.length, judged.fault], [8, 8, undefined]);
  assert.ok(judged.transfers.every((one) => one.held === undefined));
});

test('an address that five chain transactions name is held without a request; two are both requested', async () => {
  const { deltas, transfers } = block({ a: ['1', '2', '3', '4', '5'], b: ['6', '7'] });
  const runs = runner((hash) => (hash === '7' ? { touched: new Set(), maySelfdestruct: true } : toAll(['a', 'b'])));
  const judged = await proveCalls(deltas, transfers, runs.reexecute);
  assert.deepEqual(runs.asked, ['6', '7']);
  assert.deepEqual(held(judged.transfers), [
    ['a', 'unproved_call'],
    ['b', 'unproved_call'],
  ]);
});

test('proofs before a fault are kept, and the fault is returned with them', async () => {
  const { deltas, transfers } = block({ a: ['x'], b: ['y'], c: ['z'] });
  const fault = malformed('away');
  const runs = runner((hash) => {
    if (hash === 'y') throw fault;
    return toAll(['a', 'c']);
  });
  const judged = await proveCalls(deltas, transfers, runs.reexecute);
  assert.deepEqual([held(judged.transfers), judged.fault], [[['a', null]], fault]);
});

// Finds the outcome of a chain transaction that was in the mempool, from its node's set of unspent outputs. Reads no
// block.
import type { Spend } from '../../../../core/payment/transfer.ts';
import type { MempoolOutcome, MempoolTransaction } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { findTransaction } from '../node/find-transaction.ts';
import { callMany } from '../node/node-calls.ts';

/** The outputs queried in one request, and the most for one chain transaction. */
const batchSize = 100;
const mostAsked = 500;

/**
 * A node without an index knows which outputs are unspent, both in blocks only and with the mempool included.
 * - An output that is unspent in both views has no other spender.
 * - One that is unspent in blocks only is spent in the mempool, either by its known ancestor or by a conflicting chain
 *   transaction.
 * - One that is unspent in neither was spent in a block, which the scan reports, or its own chain transaction is gone.
 *   The outcome is then `dropped`, as it is without any conflict. Throws ChainFault.
 */
export async function readOutcome(
  rotation: EndpointRotation,
  { txHash, spends, ancestry = [] }: Pick<MempoolTransaction, 'txHash' | 'spends' | 'ancestry'>,
): Promise<MempoolOutcome> {
  const found = await findTransaction(rotation, txHash);
  if (found !== null) return found.blockHash === null ? 'in_mempool' : 'mined';
  const own = spends.map((outpoint): Spend => ({ outpoint, txHash }));
  const inputs = [...own, ...ancestry].slice(0, mostAsked);
  const taken = await spentAmong(rotation, inputs, true);
  if (taken.length === 0) return 'dropped';
  const spentInBlocks = new Set(await spentAmong(rotation, taken, false));
  const waiting = await inMempool(rotation, [
    ...taken.map(({ outpoint }) => txidOf(outpoint)),
    ...taken.map((one) => one.txHash),
  ]);
  const isReplaced = taken.some((input) => {
    const isSpentInMempool = !spentInBlocks.has(input) || waiting.has(txidOf(input.outpoint));
    return isSpentInMempool && !waiting.has(input.txHash);
  });
  if (!isReplaced) return 'dropped';
  // It may have returned between the requests, as after a reorg.
  return (await findTransaction(rotation, txHash)) === null ? 'replaced' : 'in_mempool';
}

/** The inputs for which the node no longer lists the output as unspent. */
async function spentAmong(
  rotation: EndpointRotation,
  inputs: readonly Spend[],
  withMempool: boolean,
): Promise<Spend[]> {
  const answers = await asked(
    rotation,
    inputs.map(({ outpoint }) => ({
      method: 'gettxout',
      params: [txidOf(outpoint), Number(outpoint.slice(65)), withMempool],
    })),
  );
  const refused = answers.find((answer) => answer instanceof EndpointFault);
  if (refused !== undefined) throw refused;
  return inputs.filter((_, index) => answers[index] === null);
}

/** The chain transactions among these that are in the mempool. */
async function inMempool(rotation: EndpointRotation, txids: readonly string[]): Promise<ReadonlySet<string>> {
  const distinct = [...new Set(txids)];
  const answers = await asked(
    rotation,
    distinct.map((txid) => ({ method: 'getmempoolentry', params: [txid] })),
  );
  return new Set(distinct.filter((_, index) => !(answers[index] instanceof EndpointFault)));
}

async function asked(
  rotation: EndpointRotation,
  calls: readonly { readonly method: string; readonly params: readonly unknown[] }[],
): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (let at = 0; at < calls.length; at += batchSize)
    answers.push(...(await callMany(rotation, calls.slice(at, at + batchSize))));
  return answers;
}

function txidOf(outpoint: string): string {
  return outpoint.slice(0, 64);
}

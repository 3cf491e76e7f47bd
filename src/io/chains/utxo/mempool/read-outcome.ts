// Finds out what became of a chain transaction that was in the mempool, by what its node says of the outputs that it
// and its ancestors spend. No block is read.
import type { Spend } from '../../../../core/payment/transfer.ts';
import type { MempoolOutcome, MempoolTransaction } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { findTransaction } from '../node/find-transaction.ts';
import { callMany } from '../node/node-calls.ts';

/** Outputs asked after in one request, and for one chain transaction. */
const batchSize = 100;
const mostAsked = 500;

/**
 * A node without any index knows which outputs are unspent, once among blocks alone and once including the mempool. An
 * output that is unspent in both views is spent by nothing else. One that is unspent in the first view only is spent by
 * something in the mempool: unless that is the ancestor that was known to spend it, it is a conflicting one. One that
 * is unspent in neither was spent in a block, of which the scan tells, or comes from a chain transaction that is itself
 * gone. Then, and where nothing speaks against it, it counts as dropped. Throws ChainFault.
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
  // Between the questions it may have come back, as after a reorg.
  return (await findTransaction(rotation, txHash)) === null ? 'replaced' : 'in_mempool';
}

/** Those whose output a node no longer counts among the unspent ones. */
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

/** Those of these chain transactions that wait. */
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

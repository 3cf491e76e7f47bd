// Reads the outputs that the unconfirmed ancestors of payments spend: another spend of one of them ends the payment
// too.
import type { Spend } from '../../../../core/payment/transfer.ts';
import type { MempoolTransaction } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { readTransaction } from '../blocks/read-transaction.ts';
import type { ScriptTable } from '../blocks/script-table.ts';
import { callMany } from '../node/node-calls.ts';
import { readBytes, readHash } from '../node/raw.ts';
import type { UtxoBlockSource } from '../node/read-blocks.ts';

/**
 * Bitcoin Core allows 24 unconfirmed ancestors and 101,000 virtual bytes of them (DEFAULT_ANCESTOR_LIMIT and
 * DEFAULT_ANCESTOR_SIZE_LIMIT_KVB of src/policy/policy.h). Other nodes may allow more; the excess is ignored. An input
 * has at least 41 bytes, which limits the number of spent outputs.
 */
const mostAncestors = 64;
const mostSpends = 2_500;
const batchSize = 50;

/** The same payments, each with its ancestry. One that left the mempool meanwhile has none. Throws ChainFault. */
export async function withAncestry(
  { rotation, params }: Pick<UtxoBlockSource, 'rotation' | 'params'>,
  payments: readonly MempoolTransaction[],
  watched: ScriptTable,
  signal: AbortSignal,
): Promise<MempoolTransaction[]> {
  const lists = await answersTo(rotation, 'getmempoolancestors', txidsOf(payments), signal);
  const ancestors = payments.map((_, index) => readIds(lists[index]));
  const distinct = [...new Set(ancestors.flat())];
  const raws = await answersTo(rotation, 'getrawtransaction', distinct, signal);
  const spendsOf = new Map(
    distinct.map((txHash, index): [string, Spend[]] => {
      const answer = raws[index];
      if (answer instanceof EndpointFault) return [txHash, []];
      const { spends } = readTransaction(readBytes(answer, 'chain transaction'), txHash, watched, params);
      return [txHash, spends.map((outpoint) => ({ outpoint, txHash }))];
    }),
  );
  return payments.map((payment, index) => ({
    ...payment,
    ancestry: (ancestors[index] ?? []).flatMap((txHash) => spendsOf.get(txHash) ?? []).slice(0, mostSpends),
  }));
}

function txidsOf(payments: readonly MempoolTransaction[]): string[] {
  return payments.map(({ txHash }) => txHash);
}

/** The answers to this method with `[txid, false]`; a refused call has its fault in place of its answer. */
async function answersTo(
  rotation: EndpointRotation,
  method: 'getmempoolancestors' | 'getrawtransaction',
  txids: readonly string[],
  signal: AbortSignal,
): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (let at = 0; at < txids.length; at += batchSize) {
    const calls = txids.slice(at, at + batchSize).map((txid) => ({ method, params: [txid, false] }));
    answers.push(...(await callMany(rotation, calls, signal)));
  }
  return answers;
}

function readIds(answer: unknown): string[] {
  if (!Array.isArray(answer)) return [];
  return answer.slice(0, mostAncestors).map((id) => readHash(id, 'id of a chain transaction'));
}

// Finds a chain transaction by its id: in the mempool, by the node's index if it has one, or by an unspent output.
import { malformed } from '../../chain.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { callMany, readStanding } from './node-calls.ts';
import { isUnknown, readBytes, readFields, readHash, readWhole } from './raw.ts';

/** How many of its outputs are tried. */
const mostOutputs = 32;

export interface FoundTransaction {
  /** The hash of its block on the chain, or null while it is unconfirmed. */
  readonly blockHash: string | null;
  /** Null if only the block contains them. */
  readonly bytes: Buffer | null;
}

/**
 * Null if the node does not know it. Without an index (txindex=1), that includes a mined one with its first 32 outputs
 * all spent. Throws ChainFault.
 */
export async function findTransaction(rotation: EndpointRotation, txHash: string): Promise<FoundTransaction | null> {
  const answer = await rotation.call('getrawtransaction', [txHash, true]).catch((fault: unknown) => {
    if (isUnknown(fault)) return null;
    throw fault;
  });
  if (answer === null) return findByOutput(rotation, txHash);
  const { hex, blockhash } = readFields(answer, 'chain transaction');
  const bytes = readBytes(hex, 'chain transaction');
  if (blockhash === undefined) return { blockHash: null, bytes };
  const blockHash = readHash(blockhash, 'hash of a block');
  // An index may still name a block that left the chain.
  return (await readStanding(rotation, blockHash)).confirmations > 0 ? { blockHash, bytes } : null;
}

async function findByOutput(rotation: EndpointRotation, txHash: string): Promise<FoundTransaction | null> {
  const calls = Array.from({ length: mostOutputs }, (_, output) => ({
    method: 'gettxout',
    params: [txHash, output, false],
  }));
  const unspent = (await callMany(rotation, calls)).find((answer) => answer !== null);
  if (unspent === undefined) return null;
  if (unspent instanceof Error) throw unspent;
  const { bestblock, confirmations } = readFields(unspent, 'unspent output');
  const best = await readStanding(rotation, readHash(bestblock, 'hash of the newest block'));
  const number = best.number - readWhole(confirmations, 'confirmations of an output') + 1;
  if (number < 0) throw malformed('An output has more confirmations than there are blocks');
  return { blockHash: readHash(await rotation.call('getblockhash', [number]), 'hash of a block'), bytes: null };
}

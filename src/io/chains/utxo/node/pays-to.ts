// Reads the payments of a chain transaction to watched addresses by its id, wherever a node has its bytes.
import type { Transfer } from '../../../../core/payment/transfer.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { readBlock } from '../blocks/read-block.ts';
import { readTransaction } from '../blocks/read-transaction.ts';
import type { ScriptTable } from '../blocks/script-table.ts';
import type { UtxoParams } from '../params.ts';
import { findTransaction } from './find-transaction.ts';
import { readRawBlock, readStanding } from './node-calls.ts';

/**
 * Null if the node does not know the id: see findTransaction. The bytes are checked against the id. Throws ChainFault.
 */
export async function nodePaysTo(
  rotation: EndpointRotation,
  params: UtxoParams,
  txHash: string,
  watched: ScriptTable,
): Promise<readonly Transfer[] | null> {
  const found = await findTransaction(rotation, txHash);
  if (found === null) return null;
  const { blockHash, bytes } = found;
  if (bytes !== null) return readTransaction(bytes, txHash, watched, params).transfers;
  if (blockHash === null) return null;
  const { number } = await readStanding(rotation, blockHash);
  const raw = await readRawBlock(rotation, blockHash, params);
  const { transfers } = readBlock(raw, { number, hash: blockHash }, { watched, params, thoroughness: 'prove' });
  return transfers.filter((transfer) => transfer.txHash === txHash);
}

// Reads one chain transaction by its id. Returns the same transfers, at the same positions, as a scan of its block.
import { type FoundTransfers, malformed } from '../../chain.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { readBlock } from '../blocks/read-block.ts';
import { readUtxoHeader } from '../blocks/read-header.ts';
import { readTransaction } from '../blocks/read-transaction.ts';
import type { ScriptTable } from '../blocks/script-table.ts';
import type { UtxoParams } from '../params.ts';
import { proveWork } from '../work/prove-work.ts';
import { workRules } from '../work/work-rules.ts';
import { findTransaction } from './find-transaction.ts';
import { readHeaderAt, readRawBlock, readStanding } from './node-calls.ts';

/**
 * Null if no endpoint knows the id (see findTransaction), or its block is older than the blocks that can be proved.
 * Throws a retryable ChainFault.
 */
export async function utxoTransfersIn(
  rotation: EndpointRotation,
  params: UtxoParams,
  txHash: string,
  watched: ScriptTable,
): Promise<FoundTransfers | null> {
  const found = await findTransaction(rotation, txHash);
  if (found === null) return null;
  const { blockHash, bytes } = found;
  if (blockHash === null) {
    if (bytes === null) return null;
    return { header: null, transfers: readTransaction(bytes, txHash, watched, params).transfers };
  }
  const { number } = await readStanding(rotation, blockHash);
  // No awaited payment is that old.
  if (number < (workRules(params.name).least?.from ?? 0)) return null;
  const raw = await readRawBlock(rotation, blockHash, params);
  proveWork(raw, readUtxoHeader(raw, number, blockHash), params);
  const { header, transfers } = readBlock(raw, { number, hash: blockHash }, { watched, params, thoroughness: 'prove' });
  const canonical = await readHeaderAt(rotation, number, params);
  if (canonical?.hash !== blockHash) throw malformed(`The block of ${txHash} is not on the chain`);
  return { header, transfers: transfers.filter((transfer) => transfer.txHash === txHash) };
}

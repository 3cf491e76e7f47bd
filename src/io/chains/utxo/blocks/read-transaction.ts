// Reads a single serialized chain transaction, such as one in the mempool.
import type { Transfer } from '../../../../core/payment/transfer.ts';
import { ChainFault } from '../../chain.ts';
import type { UtxoParams } from '../params.ts';
import { ByteWalk } from './byte-walk.ts';
import { shown, transactionHash } from './hashes.ts';
import { readFacts, readTransfers, type TransactionFacts } from './read-transfers.ts';
import type { ScriptTable } from './script-table.ts';
import { newPlaces, walkTransaction } from './walk-transaction.ts';

/**
 * The outputs that it spends and its payments to watched addresses. Throws a retryable ChainFault if these bytes are
 * not exactly the chain transaction `txHash`.
 */
export function readTransaction(
  bytes: Uint8Array,
  txHash: string,
  watched: ScriptTable,
  params: UtxoParams,
): TransactionFacts & { readonly transfers: readonly Transfer[] } {
  const walk = new ByteWalk(bytes);
  const places = newPlaces();
  const concerns = walkTransaction(walk, places, watched);
  const id = transactionHash(bytes, places);
  // A chain transaction in an extension block only is hashed in another way, and pays no address that is watched here.
  const isInExtension = places.outputsEnd - places.inputsAt === 2;
  if (isInExtension) return { txHash, spends: [], transfers: [] };
  if (!walk.isAtEnd || shown(id) !== txHash)
    throw new ChainFault(`Requested chain transaction ${txHash} and received another`, true);
  const facts = readFacts(bytes, places, id);
  return { ...facts, transfers: concerns ? readTransfers({ bytes, places, facts }, watched, params) : [] };
}

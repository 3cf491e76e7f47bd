// Reads one serialised chain transaction by itself, such as a node shows of what waits to be mined.
import type { Transfer } from '../../../../core/payment/transfer.ts';
import { ChainFault } from '../../chain.ts';
import type { UtxoParams } from '../params.ts';
import { ByteWalk } from './byte-walk.ts';
import { shown, transactionHash } from './hashes.ts';
import { readFacts, readTransfers, type TransactionFacts } from './read-transfers.ts';
import type { ScriptTable } from './script-table.ts';
import { newPlaces, walkTransaction } from './walk-transaction.ts';

/**
 * What it spends and what it pays to watched addresses. Throws a retryable ChainFault where these bytes are not the
 * chain transaction `txHash`, wholly and with nothing behind it.
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
  // What is in an extension block only is hashed in another way, and pays nobody here.
  const isInExtension = places.outputsEnd - places.inputsAt === 2;
  if (isInExtension) return { txHash, spends: [], transfers: [] };
  if (!walk.isAtEnd || shown(id) !== txHash)
    throw new ChainFault(`Chain transaction ${txHash} was asked for and another answered`, true);
  const facts = readFacts(bytes, places, id);
  return { ...facts, transfers: concerns ? readTransfers({ bytes, places, facts }, watched, params) : [] };
}

// Creates a valid TRON block: the root of its transactions, its id, and a representative's signature.
import type { Json } from '../client.ts';
import { blockId, type HeaderData, transactionsRoot } from './block-header.ts';
import type { Representatives } from './representatives.ts';

export interface SignedBlock {
  readonly blockID: string;
  readonly block_header: { readonly raw_data: HeaderData; readonly witness_signature: string };
  readonly transactions: readonly Json[];
}

/**
 * Signs for the representative whose turn it is. `hidden`: by transaction, bytes of its sender that no definition
 * names.
 */
export function signedBlock(
  by: Representatives,
  place: Pick<HeaderData, 'number' | 'parentHash' | 'timestamp'>,
  transactions: readonly Json[],
  hidden?: ReadonlyMap<string, Buffer>,
): SignedBlock {
  const maker = by.next();
  const txTrieRoot = transactionsRoot(transactions, hidden);
  const raw_data: HeaderData = { ...place, txTrieRoot, witness_address: maker.address, version: 34 };
  const block_header = { raw_data, witness_signature: by.sign(maker, raw_data) };
  return { blockID: blockId(raw_data), block_header, transactions };
}

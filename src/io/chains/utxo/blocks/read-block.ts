// Finds payments to watched addresses and spends of watched outputs in the raw bytes of a block. All bytes are walked
// over, and only hits are decoded.
import type { ScannedBlock, Spend, Transfer } from '../../../../core/payment/transfer.ts';
import { ChainFault } from '../../chain.ts';
import type { UtxoParams } from '../params.ts';
import { ByteWalk } from './byte-walk.ts';
import { merkleRoot, transactionHash } from './hashes.ts';
import { headerLength, plainHeader, readUtxoHeader, type UtxoHeader } from './read-header.ts';
import { readFacts, readTransfers } from './read-transfers.ts';
import type { ScriptTable } from './script-table.ts';
import { skipAuxPow } from './skip-aux-pow.ts';
import { newPlaces, walkTransaction } from './walk-transaction.ts';

/** How far a block without hits is checked. A block with hits is always checked in full. */
export type Thoroughness = 'walk' | 'prove';

/** A block by its height and its hash. */
export interface NamedBlock {
  readonly number: number;
  readonly hash: string;
}

/** The scripts to find in a block, the chain of the block, and how far the block is checked. */
export interface BlockReading {
  readonly watched: ScriptTable;
  readonly params: UtxoParams;
  readonly thoroughness: Thoroughness;
}

/**
 * Reads the block at height `number`, which must have this hash and end after its last chain transaction. If anything
 * in it pays a watched address or spends a watched output, or with 'prove', the ids of all its chain transactions must
 * have the Merkle root in its header. No chain transaction is then invented or left out. Throws only a retryable
 * ChainFault, for any bytes.
 */
export function readBlock(
  bytes: Uint8Array,
  { number, hash }: NamedBlock,
  { watched, params, thoroughness }: BlockReading,
): ScannedBlock {
  const read = readUtxoHeader(bytes, number, hash);
  const header = plainHeader(read);
  const walk = new ByteWalk(bytes, headerLength);
  if (params.auxPow) skipAuxPow(walk, read.version);
  const start = walk.at;
  const concerns = walkAll(walk, watched, params, number);
  if (!concerns && thoroughness === 'walk') return { header, transfers: [] };
  return { header, ...readAll(new ByteWalk(bytes, start), read, watched, params) };
}

/** The confirmations that outputs of a HogEx need before they can be spent (Litecoin Core, PEGOUT_MATURITY). */
const pegOutMaturity = 6;

function walkAll(walk: ByteWalk, watched: ScriptTable, params: UtxoParams, number: number): boolean {
  const places = newPlaces();
  const count = walk.count();
  if (count === 0) throw new ChainFault(`Block ${number} came without chain transactions`, true);
  let concerns = false;
  for (let index = 0; index < count; index += 1) {
    if (walkTransaction(walk, places, watched)) concerns = true;
  }
  // An extension block pays no address that is watched here: payments from it are outputs of the last chain
  // transaction.
  const isExtended = params.extensionBlocks && places.closesExtension;
  if (!walk.isAtEnd && !isExtended)
    throw new ChainFault(`Block ${number} does not end after its last chain transaction`, true);
  return concerns;
}

function readAll(
  walk: ByteWalk,
  header: UtxoHeader,
  watched: ScriptTable,
  params: UtxoParams,
): Pick<ScannedBlock, 'transfers' | 'spends'> {
  const places = newPlaces();
  const count = walk.count();
  const ids: Buffer[] = [];
  const transfers: Transfer[] = [];
  const spends: Spend[] = [];
  for (let index = 0; index < count; index += 1) {
    const concerns = walkTransaction(walk, places, watched);
    const id = transactionHash(walk.bytes, places);
    ids.push(id);
    if (!concerns) continue;
    const maturity = index === 0 ? params.coinbaseMaturity : places.closesExtension ? pegOutMaturity : undefined;
    const facts = readFacts(walk.bytes, places, id);
    for (const outpoint of facts.spends)
      if (watched.outputs.has(outpoint)) spends.push({ outpoint, txHash: facts.txHash });
    transfers.push(...readTransfers({ bytes: walk.bytes, places, facts, maturity }, watched, params));
  }
  if (merkleRoot(ids)?.equals(header.merkleRoot) !== true)
    throw new ChainFault(`The chain transactions of block ${header.hash} do not match its header`, true);
  return spends.length === 0 ? { transfers } : { transfers, spends };
}

// Finds in the raw bytes of a block what pays watched addresses: everything is walked over, and only what was hit is
// read.
import type { ScannedBlock, Transfer } from '../../../../core/payment/transfer.ts';
import { ChainFault } from '../../chain.ts';
import type { UtxoParams } from '../params.ts';
import { ByteWalk } from './byte-walk.ts';
import { merkleRoot, transactionHash } from './hashes.ts';
import { headerLength, readUtxoHeader, type UtxoHeader } from './read-header.ts';
import { readFacts, readTransfers } from './read-transfers.ts';
import type { ScriptTable } from './script-table.ts';
import { skipAuxPow } from './skip-aux-pow.ts';
import { newPlaces, walkTransaction } from './walk-transaction.ts';

/** How far a block is checked that holds nothing of ours: one that does is always checked wholly. */
export type Thoroughness = 'walk' | 'prove';

/**
 * The block at height `number`, which must have this hash and end where its last chain transaction does. If anything in
 * it pays a watched address, or with 'prove', the ids of all its chain transactions must come to the root in its
 * header: then none is invented, and none is left out. Throws nothing but a retryable ChainFault, whatever the bytes
 * are.
 */
export function readBlock(
  bytes: Uint8Array,
  number: number,
  hash: string,
  watched: ScriptTable,
  params: UtxoParams,
  thoroughness: Thoroughness,
): ScannedBlock {
  const read = readUtxoHeader(bytes, number, hash);
  const { version: _, merkleRoot: __, ...header } = read;
  const walk = new ByteWalk(bytes, headerLength);
  if (params.auxPow) skipAuxPow(walk, read.version);
  const start = walk.at;
  const pays = walkAll(walk, watched, params, number);
  if (!pays && thoroughness === 'walk') return { header, transfers: [] };
  return { header, transfers: readAll(new ByteWalk(bytes, start), read, watched, params) };
}

/** The confirmations that outputs of a HogEx need before they can be spent (Litecoin Core, PEGOUT_MATURITY). */
const pegOutMaturity = 6;

function walkAll(walk: ByteWalk, watched: ScriptTable, params: UtxoParams, number: number): boolean {
  const places = newPlaces();
  const count = walk.count();
  if (count === 0) throw new ChainFault(`Block ${number} came without chain transactions`, true);
  let pays = false;
  for (let index = 0; index < count; index += 1) {
    if (walkTransaction(walk, places, watched)) pays = true;
  }
  // An extension block moves nothing to addresses that are watched here: what leaves it is an output of the last one.
  const isExtended = params.extensionBlocks && places.closesExtension;
  if (!walk.isAtEnd && !isExtended) throw new ChainFault(`Block ${number} does not end where it should`, true);
  return pays;
}

function readAll(walk: ByteWalk, header: UtxoHeader, watched: ScriptTable, params: UtxoParams): Transfer[] {
  const places = newPlaces();
  const count = walk.count();
  const ids: Buffer[] = [];
  const transfers: Transfer[] = [];
  for (let index = 0; index < count; index += 1) {
    const pays = walkTransaction(walk, places, watched);
    const id = transactionHash(walk.bytes, places);
    ids.push(id);
    if (!pays) continue;
    const maturity = index === 0 ? params.coinbaseMaturity : places.closesExtension ? pegOutMaturity : undefined;
    const facts = readFacts(walk.bytes, places, id);
    transfers.push(...readTransfers(walk.bytes, places, facts, watched, params, maturity));
  }
  if (merkleRoot(ids)?.equals(header.merkleRoot) !== true)
    throw new ChainFault(
      `The chain transactions of block ${header.hash} are not those that its header stands for`,
      true,
    );
  return transfers;
}

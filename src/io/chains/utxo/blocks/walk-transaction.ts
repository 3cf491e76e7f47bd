// Walks over one serialized chain transaction, with or without a witness (BIP-144) and Litecoin's extension (LIP-0002).
import { ChainFault } from '../../chain.ts';
import { scriptKindAt } from '../addresses/script.ts';
import type { ByteWalk } from './byte-walk.ts';
import { type OutputTable, outpointLength } from './output-table.ts';
import type { ScriptTable } from './script-table.ts';

/** The offsets of the parts of a chain transaction. One object is reused, because a block has thousands. */
export interface TransactionPlaces {
  start: number;
  /** The count of inputs, after the marker and flag if there are any. */
  inputsAt: number;
  outputsEnd: number;
  /** The lock time, its last four bytes. */
  lockAt: number;
  end: number;
  /** Whether it has parts that its id does not cover. */
  isExtended: boolean;
  /** Whether it is the last one of a block with an extension block (HogEx). */
  closesExtension: boolean;
}

export function newPlaces(): TransactionPlaces {
  return { start: 0, inputsAt: 0, outputsEnd: 0, lockAt: 0, end: 0, isExtended: false, closesExtension: false };
}

/**
 * Walks to the end of the chain transaction and records the places of its parts. With `watched`, returns whether an
 * output may pay one of them, or an input spends a watched output. Throws a retryable ChainFault for bytes that are no
 * chain transaction.
 */
export function walkTransaction(walk: ByteWalk, places: TransactionPlaces, watched: ScriptTable | null): boolean {
  places.start = walk.at;
  walk.skip(4);
  places.inputsAt = walk.at;
  let inputs = walk.count();
  let flags = 0;
  if (inputs === 0) {
    // Zero inputs mark the extended form, followed by the flags and the real inputs.
    flags = walk.byte();
    if (flags === 0 || (flags & ~(witnessFlag | extensionFlag)) !== 0) throw unknownForm();
    places.inputsAt = walk.at;
    inputs = walk.count();
  }
  let spends = false;
  // Usually no output is watched, and this loop takes most of a scan's time.
  if (watched === null || watched.outputs.size === 0) skipInputs(walk, inputs);
  else spends = walkInputs(walk, inputs, watched.outputs);
  const pays = walkOutputs(walk, watched);
  places.outputsEnd = walk.at;
  places.isExtended = flags !== 0;
  if ((flags & witnessFlag) !== 0) walkWitnesses(walk, inputs);
  places.closesExtension = false;
  if ((flags & extensionFlag) !== 0 && !walkExtension(walk, places)) {
    // The length of the extension is not known, so nothing after it can be read.
    walk.at = Math.max(walk.at, walk.bytes.length - 4);
  }
  places.lockAt = walk.at;
  walk.skip(4);
  places.end = walk.at;
  return pays || spends;
}

const witnessFlag = 1;
const extensionFlag = 8;

function skipInputs(walk: ByteWalk, inputs: number): void {
  for (let input = 0; input < inputs; input += 1) {
    walk.skip(outpointLength);
    walk.skip(walk.count());
    walk.skip(4);
  }
}

/** Whether an input spends a watched output. */
function walkInputs(walk: ByteWalk, inputs: number, outputs: OutputTable): boolean {
  let spends = false;
  for (let input = 0; input < inputs; input += 1) {
    const at = walk.at;
    walk.skip(outpointLength);
    if (outputs.hasAt(walk.bytes, at)) spends = true;
    walk.skip(walk.count());
    walk.skip(4);
  }
  return spends;
}

function walkOutputs(walk: ByteWalk, watched: ScriptTable | null): boolean {
  const { bytes } = walk;
  const outputs = walk.count();
  let pays = false;
  for (let output = 0; output < outputs; output += 1) {
    walk.skip(8);
    const length = walk.count();
    const scriptAt = walk.at;
    walk.skip(length);
    if (watched === null || pays) continue;
    const kind = scriptKindAt(bytes, scriptAt, length);
    if (kind !== null) pays = watched.paysAt(bytes, scriptAt, kind);
  }
  return pays;
}

function walkWitnesses(walk: ByteWalk, inputs: number): void {
  for (let input = 0; input < inputs; input += 1) {
    const items = walk.count();
    for (let item = 0; item < items; item += 1) walk.skip(walk.count());
  }
}

/**
 * In a block there is only a zero, in the last chain transaction, which announces an extension block. Returns false for
 * a full extension.
 */
function walkExtension(walk: ByteWalk, places: TransactionPlaces): boolean {
  places.closesExtension = walk.byte() === 0;
  return places.closesExtension;
}

function unknownForm(): ChainFault {
  return new ChainFault('A chain transaction has an unknown format', true);
}

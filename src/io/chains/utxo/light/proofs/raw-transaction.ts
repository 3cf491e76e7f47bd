// One serialized chain transaction from a server, identified by its hash.
import type { Transfer } from '../../../../../core/payment/transfer.ts';
import { malformed } from '../../../chain.ts';
import { scriptKindAt } from '../../addresses/script.ts';
import { ByteWalk } from '../../blocks/byte-walk.ts';
import { shown, transactionHash } from '../../blocks/hashes.ts';
import { readFacts, readTransfers } from '../../blocks/read-transfers.ts';
import type { ScriptTable } from '../../blocks/script-table.ts';
import { newPlaces, walkTransaction } from '../../blocks/walk-transaction.ts';
import type { UtxoParams } from '../../params.ts';

export interface RawTransaction {
  readonly txHash: string;
  /** Its hash in internal byte order. */
  readonly id: Buffer;
  /** The length in bytes of the form from which its id is hashed. */
  readonly length: number;
  /** Each as '<txid>:<n>'; none for a coinbase. */
  readonly spends: readonly string[];
  readonly isCoinbase: boolean;
  /** The confirmations that its outputs need before they can be spent; absent if they need none. */
  readonly maturity: number | undefined;
  /** The scripts of its outputs, in their order. */
  readonly outputs: readonly Uint8Array[];
  transfers(watched: ScriptTable, maturity?: number): readonly Transfer[];
}

/** The confirmations that coins from an extension block need (Litecoin Core, PEGOUT_MATURITY). */
const pegOutMaturity = 6;

/** Throws a retryable ChainFault if the bytes are not exactly the chain transaction `txHash`. */
export function readRaw(bytes: Buffer, txHash: string, params: UtxoParams): RawTransaction {
  const walk = new ByteWalk(bytes);
  const places = newPlaces();
  walkTransaction(walk, places, null);
  const id = transactionHash(bytes, places);
  if (!walk.isAtEnd || shown(id) !== txHash)
    throw malformed(`Requested chain transaction ${txHash} and received another`);
  const facts = readFacts(bytes, places, id);
  const isCoinbase = facts.spends.length === 0 && hasOneInput(bytes, places.inputsAt);
  const pegOut = places.closesExtension ? pegOutMaturity : undefined;
  return {
    ...facts,
    id,
    length: 8 + places.outputsEnd - places.inputsAt,
    isCoinbase,
    maturity: isCoinbase ? params.coinbaseMaturity : pegOut,
    outputs: readOutputs(bytes, places.inputsAt),
    transfers: (watched, maturity) => readTransfers({ bytes, places, facts, maturity }, watched, params),
  };
}

/** The scripts that have an address. Their histories show the block of their chain transaction. */
export function scriptsWithAddress(outputs: readonly Uint8Array[]): readonly Uint8Array[] {
  return outputs.filter((script) => scriptKindAt(script, 0, script.length) !== null);
}

function hasOneInput(bytes: Buffer, inputsAt: number): boolean {
  return new ByteWalk(bytes, inputsAt).count() === 1;
}

function readOutputs(bytes: Buffer, inputsAt: number): Uint8Array[] {
  const walk = new ByteWalk(bytes, inputsAt);
  for (let left = walk.count(); left > 0; left -= 1) {
    walk.skip(36);
    walk.skip(walk.count());
    walk.skip(4);
  }
  return Array.from({ length: walk.count() }, () => {
    walk.skip(8);
    const length = walk.count();
    const at = walk.at;
    walk.skip(length);
    return bytes.subarray(at, at + length);
  });
}

// Reads the payments of a serialized chain transaction to watched addresses, and the outputs that it spends.
import type { Transfer } from '../../../../core/payment/transfer.ts';
import { addressOf, payloadPlace, scriptKindAt } from '../addresses/script.ts';
import type { UtxoParams } from '../params.ts';
import { ByteWalk } from './byte-walk.ts';
import { shown } from './hashes.ts';
import type { ScriptTable } from './script-table.ts';
import type { TransactionPlaces } from './walk-transaction.ts';

export interface TransactionFacts {
  readonly txHash: string;
  /** Each as '<txid>:<n>'; none for a coinbase. */
  readonly spends: readonly string[];
}

/** `id` is its hash in internal byte order; `places` come from a walk over these bytes. */
export function readFacts(bytes: Uint8Array, places: TransactionPlaces, id: Uint8Array): TransactionFacts {
  const walk = new ByteWalk(bytes, places.inputsAt);
  const spends: string[] = [];
  for (let left = walk.count(); left > 0; left -= 1) {
    const txid = bytes.subarray(walk.at, walk.at + 32);
    walk.skip(32);
    const output = uint32At(bytes, walk.at);
    walk.skip(4);
    if (!(output === 0xffff_ffff && txid.every((byte) => byte === 0))) spends.push(`${shown(txid)}:${output}`);
    walk.skip(walk.count());
    walk.skip(4);
  }
  return { txHash: shown(id), spends };
}

/** The bytes that contain a chain transaction, its places from a walk over them, and its facts. */
export interface WalkedTransaction {
  readonly bytes: Uint8Array;
  readonly places: TransactionPlaces;
  readonly facts: TransactionFacts;
  /** The confirmations that its outputs need before they can be spent; absent if they need none. */
  readonly maturity?: number | undefined;
}

/**
 * One transfer for each output that pays a watched address, even if several pay the same. Empty outputs are left out.
 */
export function readTransfers(
  { bytes, places, facts: { txHash, spends }, maturity }: WalkedTransaction,
  watched: ScriptTable,
  params: UtxoParams,
): Transfer[] {
  const walk = new ByteWalk(bytes, places.inputsAt);
  for (let left = walk.count(); left > 0; left -= 1) {
    walk.skip(36);
    walk.skip(walk.count());
    walk.skip(4);
  }
  const transfers: Transfer[] = [];
  const outputs = walk.count();
  for (let output = 0; output < outputs; output += 1) {
    const amount = uint64At(bytes, walk.at);
    walk.skip(8);
    const length = walk.count();
    const at = walk.at;
    walk.skip(length);
    const kind = scriptKindAt(bytes, at, length);
    if (kind === null || amount === 0n || !watched.paysAt(bytes, at, kind)) continue;
    const place = payloadPlace[kind];
    const payload = bytes.subarray(at + place.offset, at + place.offset + place.length);
    transfers.push({
      txHash,
      position: `out:${output}`,
      contract: '',
      sender: null,
      recipient: addressOf({ kind, payload }, params),
      amount,
      succeeded: true,
      spends,
      ...(maturity === undefined ? {} : { maturity }),
    });
  }
  return transfers;
}

function uint32At(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
}

function uint64At(bytes: Uint8Array, at: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(at, true);
}

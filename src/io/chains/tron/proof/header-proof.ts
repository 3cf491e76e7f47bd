// Proves a TRON block's header: its id must be the hash of its content, and its signature shows the key that signed it.
import { hash as digestOf } from 'node:crypto';
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { malformed } from '../../chain.ts';
import { canonicalOfPrefixed } from '../address.ts';
import { bytesField, hexBytes, varintField } from './protobuf.ts';
import { signerOf } from './signer.ts';

/** The content of a header, with its id proved to be the hash of it. */
export interface ProvedHeader {
  readonly header: BlockHeader;
  /** Milliseconds since 1970, as in the header. */
  readonly timestamp: number;
  /** The root of its transactions: 64 hex digits, without 0x. */
  readonly txTrieRoot: string;
  /** The representative that it names, in canonical form. */
  readonly witness: string;
  /** The address of the key that signed it, in canonical form. */
  readonly signer: string;
}

/** The header part of a block from /wallet/getblock, getblockbynum and getnowblock. */
interface RawHeader {
  readonly raw_data?: unknown;
  readonly witness_signature?: unknown;
}

/**
 * `header` is the read header of any block but the first, which has no signature. The id is eight bytes of the number
 * and the last 24 of the SHA-256 of the serialized raw_data (BlockCapsule.BlockId of java-tron; field numbers from
 * BlockHeader.raw in Tron.proto). Throws a retryable ChainFault for another id, for a member of raw_data that is not in
 * that definition, for an answer with addresses in base58, and for a missing signature.
 */
export function proveHeader(header: BlockHeader, blockHeader: unknown): ProvedHeader {
  const { raw_data: raw, witness_signature: signature } = (blockHeader ?? {}) as RawHeader;
  const { number } = header;
  const data = (raw ?? {}) as Readonly<Record<string, unknown>>;
  const witness = witnessOf(data, number);
  const bytes = headerBytes(data, number);
  const digest = digestOf('sha256', bytes, 'buffer');
  const id = number.toString(16).padStart(16, '0') + digest.toString('hex', 8);
  if (header.hash !== `0x${id}`) throw malformed(`The id of block ${number} is not the hash of its header`);
  const signer = signerOf({ bytes, digest, witness }, signature);
  if (signer === null) throw malformed(`Block ${number} came without a signature`);
  const [timestamp, txTrieRoot] = [data.timestamp as number, data.txTrieRoot as string];
  return { header, timestamp, txTrieRoot: txTrieRoot.toLowerCase(), witness, signer };
}

const members: readonly { readonly name: string; readonly number: number; readonly holds: 'number' | 'bytes' }[] = [
  { name: 'timestamp', number: 1, holds: 'number' },
  { name: 'txTrieRoot', number: 2, holds: 'bytes' },
  { name: 'parentHash', number: 3, holds: 'bytes' },
  { name: 'number', number: 7, holds: 'number' },
  { name: 'witness_id', number: 8, holds: 'number' },
  { name: 'witness_address', number: 9, holds: 'bytes' },
  { name: 'version', number: 10, holds: 'number' },
  { name: 'accountStateRoot', number: 11, holds: 'bytes' },
];

/** The fields in the order of their numbers, without defaults, as proto3 is serialized. */
function headerBytes(data: Readonly<Record<string, unknown>>, number: number): Buffer {
  const unknown = Object.keys(data).find((name) => !members.some((member) => member.name === name));
  if (unknown !== undefined)
    throw malformed(`The header of block ${number} has a member that cannot be proved: ${unknown.slice(0, 60)}`);
  const parts = members.flatMap(({ name, number: field, holds }) => {
    const value = data[name];
    if (value === undefined || value === 0 || value === '') return [];
    if (holds === 'number' && typeof value === 'number' && Number.isSafeInteger(value))
      return [varintField(field, BigInt(value))];
    const bytes = holds === 'bytes' ? hexBytes(value) : null;
    if (bytes !== null) return [bytesField(field, bytes)];
    throw malformed(`The header of block ${number} has an invalid ${name}`);
  });
  if (typeof data.txTrieRoot !== 'string' || data.txTrieRoot.length !== 64 || typeof data.timestamp !== 'number')
    throw malformed(`The header of block ${number} is incomplete`);
  return Buffer.concat(parts);
}

function witnessOf({ witness_address: told }: Readonly<Record<string, unknown>>, number: number): string {
  const witness = canonicalOfPrefixed(told);
  if (witness !== null) return witness;
  const isShown = typeof told === 'string' && told.startsWith('T');
  throw malformed(
    isShown
      ? `Block ${number} came with addresses as people write them (visible), which nothing can be proved with`
      : `Block ${number} names no representative`,
  );
}

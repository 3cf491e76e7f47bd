// The header of a TRON block as its nodes serialize it, from which its id is made.
import { createHash } from 'node:crypto';

/** block_header.raw_data of the HTTP API. Hashes and addresses in hex without 0x; the timestamp in milliseconds. */
export interface HeaderData {
  readonly number: number;
  readonly txTrieRoot: string;
  readonly witness_address: string;
  readonly parentHash: string;
  readonly version: number;
  readonly timestamp: number;
}

/**
 * The id: eight bytes of the number, then the last 24 of the SHA-256 of the serialized header (BlockCapsule.BlockId of java-tron). The
 * field numbers are BlockHeader.raw's in Tron.proto.
 */
export function blockId(data: HeaderData): string {
  const serialized = Buffer.concat([
    field(1, BigInt(data.timestamp)),
    field(2, Buffer.from(data.txTrieRoot, 'hex')),
    field(3, Buffer.from(data.parentHash, 'hex')),
    field(7, BigInt(data.number)),
    field(9, Buffer.from(data.witness_address, 'hex')),
    field(10, BigInt(data.version)),
  ]);
  const hash = createHash('sha256').update(serialized).digest('hex');
  return data.number.toString(16).padStart(16, '0') + hash.slice(16);
}

function field(number: number, value: bigint | Buffer): Buffer {
  if (typeof value === 'bigint') return Buffer.concat([varint(BigInt(number) << 3n), varint(value)]);
  return Buffer.concat([varint((BigInt(number) << 3n) | 2n), varint(BigInt(value.length)), value]);
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

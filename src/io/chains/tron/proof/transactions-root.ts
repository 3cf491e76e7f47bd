// Recomputes the root of a TRON block's transactions, which covers their bytes, signatures and outcomes.
import { hash as digest } from 'node:crypto';
import { malformed } from '../../chain.ts';
import { bytesHead, hexBytes } from './protobuf.ts';
import { resultBytes } from './result-bytes.ts';

/** The proved parts of a transaction in the HTTP API. Only the bytes of its raw_data count. */
export interface RawTronTransaction {
  readonly txID?: unknown;
  readonly raw_data_hex?: unknown;
  readonly signature?: unknown;
  readonly ret?: unknown;
}

/**
 * A transaction with its bytes. `hash`: its id, without 0x; `outcome`: the value of contractRet, or undefined; `leaf`:
 * the hash that enters the root.
 */
export interface ProvableTransaction {
  readonly hash: string;
  readonly raw: Buffer;
  readonly outcome: unknown;
  readonly leaf: Buffer;
}

/**
 * Rebuilds the message Transaction of Tron.proto (raw_data 1, signature 2, ret 5) and its SHA-256, the leaf
 * (TransactionCapsule.getMerkleHash of java-tron). Throws a retryable ChainFault for an incomplete transaction, an id
 * that does not match the bytes, and results that are not exact in JSON.
 */
export function provable(transaction: unknown, number: number): ProvableTransaction {
  if (typeof transaction !== 'object' || transaction === null)
    throw malformed(`Block ${number} came without whole transactions`);
  const { txID, raw_data_hex: rawHex, signature = [], ret = [] } = transaction as RawTronTransaction;
  const raw = hexBytes(rawHex);
  if (raw === null || raw.length === 0) throw malformed(`Block ${number} came without the bytes of its transactions`);
  const hash = digest('sha256', raw, 'hex');
  if (typeof txID !== 'string' || txID.toLowerCase() !== hash)
    throw malformed(`Block ${number} has a transaction with an id that does not match its bytes`);
  if (!Array.isArray(signature) || !Array.isArray(ret))
    throw malformed(`Transaction ${hash} came without its signatures or results`);
  const parts = [bytesHead(1, raw.length), raw];
  for (const one of signature as readonly unknown[]) {
    const bytes = hexBytes(one);
    if (bytes === null) throw malformed(`Transaction ${hash} came with a signature that is not hex`);
    parts.push(bytesHead(2, bytes.length), bytes);
  }
  for (const one of ret as readonly unknown[]) {
    const bytes = resultBytes(one, hash);
    parts.push(bytesHead(5, bytes.length), bytes);
  }
  const [first] = ret as readonly { readonly contractRet?: unknown }[];
  return { hash, raw, outcome: first?.contractRet, leaf: sha256(Buffer.concat(parts)) };
}

/**
 * The root in hex without 0x (BlockCapsule.calcMerkleRoot and MerkleTree of java-tron). Pairs are hashed together, and
 * the last of an odd number moves up unchanged. The root of no transactions is zero.
 */
export function rootOf(leaves: readonly Buffer[]): string {
  let row = leaves;
  while (row.length > 1) {
    const above: Buffer[] = [];
    for (let at = 0; at < row.length; at += 2) {
      const [left, right] = [row[at] as Buffer, row[at + 1]];
      above.push(right === undefined ? left : sha256(Buffer.concat([left, right])));
    }
    row = above;
  }
  return row[0]?.toString('hex') ?? '0'.repeat(64);
}

function sha256(bytes: Buffer): Buffer {
  return digest('sha256', bytes, 'buffer');
}

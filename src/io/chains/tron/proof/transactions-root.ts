// Recomputes the root that a TRON block's header holds of its transactions: their bytes, signatures and outcomes.
import { hash as digest } from 'node:crypto';
import { malformed } from '../../chain.ts';
import { bytesHead, hexBytes } from './protobuf.ts';
import { resultBytes } from './result-bytes.ts';

/** A transaction as the HTTP API writes it, as far as it is proved. Of its raw_data only the bytes count. */
export interface RawTronTransaction {
  readonly txID?: unknown;
  readonly raw_data_hex?: unknown;
  readonly signature?: unknown;
  readonly ret?: unknown;
}

/**
 * A transaction whose bytes are there. `hash`: its id, without 0x; `outcome`: what contractRet says, or undefined;
 * `leaf`: what the root is made of.
 */
export interface ProvableTransaction {
  readonly hash: string;
  readonly raw: Buffer;
  readonly outcome: unknown;
  readonly leaf: Buffer;
}

/**
 * Rebuilds the message Transaction of Tron.proto (raw_data 1, signature 2, ret 5), of which the leaf is the SHA-256
 * (TransactionCapsule.getMerkleHash of java-tron). Throws a retryable ChainFault for what is not whole, an id that is
 * not that of the bytes, and results that cannot be told exactly.
 */
export function provable(transaction: unknown, number: number): ProvableTransaction {
  if (typeof transaction !== 'object' || transaction === null)
    throw malformed(`Block ${number} came without whole transactions`);
  const { txID, raw_data_hex: rawHex, signature = [], ret = [] } = transaction as RawTronTransaction;
  const raw = hexBytes(rawHex);
  if (raw === null || raw.length === 0) throw malformed(`Block ${number} came without the bytes of its transactions`);
  const hash = digest('sha256', raw, 'hex');
  if (typeof txID !== 'string' || txID.toLowerCase() !== hash)
    throw malformed(`Block ${number} has a transaction whose id is not that of its bytes`);
  if (!Array.isArray(signature) || !Array.isArray(ret))
    throw malformed(`Transaction ${hash} came without its signatures or results`);
  const parts = [bytesHead(1, raw.length), raw];
  for (const one of signature as readonly unknown[]) {
    const bytes = hexBytes(one);
    if (bytes === null) throw malformed(`Transaction ${hash} came with a signature that is none`);
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
 * The root in hex without 0x (BlockCapsule.calcMerkleRoot and MerkleTree of java-tron): pairs are hashed together, the
 * last of an odd number goes up as it is; zeros where there is no transaction.
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

// Reads receipts of chain transactions: many at once if the endpoint can, else one by one.
import { quantity, readHash } from '../../accounts/raw.ts';
import { malformed } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import type { RawReceipt } from './raw-block.ts';

/** A chain transaction and the block that it must be in. */
export interface Wanted {
  readonly txHash: string;
  readonly block: { readonly number: number; readonly hash: string };
}

const mostAtOnce = 50;

/** Remembers which requests the network's endpoints support, so that the others are not tried for every block. */
export class ReceiptReader {
  readonly #rotation: EndpointRotation;
  #batchSize = mostAtOnce;
  #wholeBlocks = true;

  constructor(rotation: EndpointRotation) {
    this.#rotation = rotation;
  }

  /** The receipts by hash. Throws a retryable ChainFault for one that is missing, or belongs to another block. */
  async byHash(wanted: readonly Wanted[], signal: AbortSignal): Promise<Map<string, RawReceipt>> {
    const found = new Map<string, RawReceipt>();
    for (const sameBlock of Map.groupBy(wanted, ({ block }) => block.hash).values()) {
      // For many receipts of one block, a single answer with all its receipts costs less.
      const { block } = sameBlock[0] as Wanted;
      const whole = sameBlock.length > mostAtOnce ? await this.ifWhole(block, signal) : null;
      if (whole === null) continue;
      const byHash = new Map(whole.map((receipt) => [receipt.transactionHash, receipt]));
      for (const one of sameBlock) found.set(one.txHash, checked(byHash.get(one.txHash) ?? null, one));
    }
    const left = wanted.filter(({ txHash }) => !found.has(txHash));
    const receipts = await this.#byHash(
      left.map(({ txHash }) => txHash),
      signal,
    );
    for (const [at, one] of left.entries()) found.set(one.txHash, checked(receipts[at], one));
    return found;
  }

  /** All receipts of a block, with their logs. Throws a retryable ChainFault if one is missing. */
  async ofBlock(block: Wanted['block'], signal: AbortSignal): Promise<RawReceipt[]> {
    const whole = await this.ifWhole(block, signal);
    if (whole !== null) return whole;
    const raw = (await this.#rotation.call('eth_getBlockByHash', [block.hash, false], signal)) as {
      transactions?: string[];
    } | null;
    if (!Array.isArray(raw?.transactions)) throw malformed(`Block ${block.number} cannot be found by its hash`);
    const receipts = await this.#byHash(raw.transactions, signal);
    return receipts.map((receipt, at) => checked(receipt, { txHash: raw.transactions?.[at] ?? '', block }));
  }

  /** Like ofBlock; null if endpoints return only single receipts. */
  async ifWhole(block: Wanted['block'], signal: AbortSignal): Promise<RawReceipt[] | null> {
    if (!this.#wholeBlocks) return null;
    try {
      const receipts = await this.#rotation.call('eth_getBlockReceipts', [quantity(block.number)], signal);
      if (!Array.isArray(receipts)) throw malformed(`Block ${block.number} has no receipts yet`);
      return receipts.map((receipt: RawReceipt | null) =>
        checked(receipt, { txHash: receipt?.transactionHash ?? '', block }),
      );
    } catch (fault) {
      if (!(fault instanceof EndpointFault) || !fault.mayBeAskedOtherwise) throw fault;
      // An endpoint that is down may support it later.
      this.#wholeBlocks = fault.failure !== 'refused';
      return null;
    }
  }

  async #byHash(hashes: readonly string[], signal: AbortSignal): Promise<unknown[]> {
    const size = this.#batchSize;
    if (hashes.length > size) {
      const head = await this.#byHash(hashes.slice(0, size), signal);
      return [...head, ...(await this.#byHash(hashes.slice(head.length), signal))];
    }
    const calls = hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }));
    const [only] = calls;
    if (only === undefined) return [];
    if (calls.length === 1) return [await this.#rotation.call(only.method, only.params, signal)];
    try {
      return await this.#rotation.batch(calls, signal);
    } catch (fault) {
      if (!(fault instanceof EndpointFault) || !fault.mayBeAskedSingly) throw fault;
      // Some endpoints limit batches, and some do not support them.
      this.#batchSize = Math.max(1, Math.floor(Math.min(size, calls.length) / 2));
      return this.#byHash(hashes, signal);
    }
  }
}

function checked(receipt: unknown, { txHash, block }: Wanted): RawReceipt {
  if (typeof receipt !== 'object' || receipt === null) throw malformed(`A receipt of block ${block.number} is missing`);
  const { transactionHash, blockHash } = receipt as RawReceipt;
  if (readHash(transactionHash, 'transaction of a receipt') !== txHash.toLowerCase())
    throw malformed(`A receipt of block ${block.number} is of another transaction`);
  if (readHash(blockHash, 'block of a receipt') !== block.hash)
    throw malformed(`Block ${block.number} changed between its header and its receipts`);
  return { ...(receipt as RawReceipt), transactionHash: transactionHash.toLowerCase(), blockHash: block.hash };
}

/**
 * Whether the chain transaction succeeded. Throws a retryable ChainFault for a receipt of another one, or without a
 * status (as before EIP-658).
 */
export function succeeded(receipt: unknown, wanted: Wanted): boolean {
  const { status } = checked(receipt, wanted);
  if (status === '0x1') return true;
  if (status === '0x0') return false;
  throw malformed(`A receipt of block ${wanted.block.number} has no valid status`);
}

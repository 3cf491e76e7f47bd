// Checks a node's data of a block against the block's hash. Data in an unknown format is neither proved nor rejected.
import type { Hex } from '../../accounts/address.ts';
import { malformed } from '../../chain.ts';
import type { RawBlock } from '../scan/raw-block.ts';
import { headerHash, type RawFields, receiptBytes, transactionBytes } from './consensus-bytes.ts';
import { keccak256, trieRoot } from './trie-root.ts';

/** The proved parts of a block: its header by its hash, its chain transactions by its header. */
export interface BlockProof {
  readonly header: boolean;
  readonly transactions: boolean;
  readonly receiptsRoot: string;
}

/**
 * The proofs of one network. A mismatch is a retryable ChainFault, except on a network where no block ever matched:
 * some networks use the same field names and hash them differently.
 */
export class BlockProofs {
  readonly #headers: Kind;
  readonly #transactions: Kind;
  readonly #receipts: Kind;

  constructor(log: (message: string) => void) {
    this.#headers = new Kind('headers', log);
    this.#transactions = new Kind('lists of chain transactions', log);
    this.#receipts = new Kind('receipts', log);
  }

  /** Checks a block with all its chain transactions. Throws a retryable ChainFault if they do not match the block. */
  ofBlock(raw: RawBlock): BlockProof {
    const block = raw as unknown as RawFields;
    const hash = headerHash(block);
    const header = this.#headers.holds(hash === null ? null : hash === raw.hash.toLowerCase(), () =>
      malformed(`The header of block ${Number(raw.number)} does not match its hash`),
    );
    const transactions = this.#transactions.holds(transactionsFit(block, raw.transactions as unknown[]), () =>
      malformed(`The list of chain transactions of block ${Number(raw.number)} does not match its header`),
    );
    return { header, transactions: header && transactions, receiptsRoot: String(block.receiptsRoot).toLowerCase() };
  }

  /**
   * Whether these are proved to be all receipts of the block. Throws a retryable ChainFault if they do not match it.
   */
  ofReceipts({ transactions, receiptsRoot }: BlockProof, number: number, receipts: readonly unknown[]): boolean {
    // If the block lists unsigned chain transactions, its receipts include theirs as well.
    if (!transactions) return false;
    const root = rootOf(receipts.map((one) => receiptBytes(one as RawFields)));
    return this.#receipts.holds(root === null ? null : root === receiptsRoot, () =>
      malformed(`The receipts of block ${number} do not match its header`),
    );
  }
}

/** After this many mismatches without a match, the network counts as one that hashes differently. */
const mostMisses = 5;

class Kind {
  readonly #what: string;
  readonly #log: (message: string) => void;
  #hasFitted = false;
  #misses = 0;

  constructor(what: string, log: (message: string) => void) {
    this.#what = what;
    this.#log = log;
  }

  /** `fits`: null if it is not known. Throws the error that `fault` makes. */
  holds(fits: boolean | null, fault: () => Error): boolean {
    if (fits === null) return false;
    if (fits) this.#hasFitted = true;
    else if (this.#hasFitted || this.#misses < mostMisses) {
      this.#misses += 1;
      throw fault();
    } else if (this.#misses === mostMisses) {
      this.#misses += 1;
      this.#log(`the ${this.#what} of this network are not proved: they are hashed in an unknown way`);
    }
    return fits;
  }
}

/** Null if one of them is of an unknown kind. */
function transactionsFit(block: RawFields, transactions: readonly unknown[]): boolean | null {
  const bytes = transactions.map((tx) => transactionBytes(tx as RawFields));
  const root = rootOf(bytes);
  if (root === null) return null;
  if (root !== String(block.transactionsRoot).toLowerCase()) return false;
  return bytes.every((one, at) => keccak256(one as Hex) === String((transactions[at] as RawFields).hash).toLowerCase());
}

function rootOf(items: readonly (Hex | null)[]): Hex | null {
  return items.every((one) => one !== null) ? trieRoot(items) : null;
}

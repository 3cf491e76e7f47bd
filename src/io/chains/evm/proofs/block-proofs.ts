// Whether what a node tells of a block is what the block's hash commits to; of what cannot be told so, it says nothing.
import type { Hex } from '../../accounts/address.ts';
import { malformed } from '../../chain.ts';
import type { RawBlock } from '../scan/raw-block.ts';
import { headerHash, receiptBytes, type Told, transactionBytes } from './consensus-bytes.ts';
import { keccak256, trieRoot } from './trie-root.ts';

/** What is proved of a block: its header by its hash, its chain transactions by its header. */
export interface BlockProof {
  readonly header: boolean;
  readonly transactions: boolean;
  readonly receiptsRoot: string;
}

/**
 * One for each network. What does not fit is a retryable ChainFault, save on a network whose blocks never fitted: some
 * hash in other ways, and tell of it in the same words.
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

  /** Of a block with its whole chain transactions. Throws a retryable ChainFault where they are not the block's. */
  ofBlock(raw: RawBlock): BlockProof {
    const block = raw as unknown as Told;
    const hash = headerHash(block);
    const header = this.#headers.holds(hash === null ? null : hash === raw.hash.toLowerCase(), () =>
      malformed(`The header of block ${Number(raw.number)} is not the one of its hash`),
    );
    const transactions = this.#transactions.holds(transactionsFit(block, raw.transactions as unknown[]), () =>
      malformed(`The list of chain transactions of block ${Number(raw.number)} is not the one of its header`),
    );
    return { header, transactions: header && transactions, receiptsRoot: String(block.receiptsRoot).toLowerCase() };
  }

  /** Whether these are proved to be all its receipts. Throws a retryable ChainFault where they are not. */
  ofReceipts({ transactions, receiptsRoot }: BlockProof, number: number, receipts: readonly unknown[]): boolean {
    // Where a list holds what nobody signed, so do its receipts.
    if (!transactions) return false;
    const root = rootOf(receipts.map((one) => receiptBytes(one as Told)));
    return this.#receipts.holds(root === null ? null : root === receiptsRoot, () =>
      malformed(`The receipts of block ${number} are not those of its header`),
    );
  }
}

/** So often something may not fit where it never did, before it counts as a network's own way. */
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

  /** `fits`: null where that cannot be told. Throws what `fault` makes. */
  holds(fits: boolean | null, fault: () => Error): boolean {
    if (fits === null) return false;
    if (fits) this.#hasFitted = true;
    else if (this.#hasFitted || this.#misses < mostMisses) {
      this.#misses += 1;
      throw fault();
    } else if (this.#misses === mostMisses) {
      this.#misses += 1;
      this.#log(`the ${this.#what} of this network are not proved: they are hashed in a way that is not known here`);
    }
    return fits;
  }
}

/** Null where one of them is of a kind that is not known here. */
function transactionsFit(block: Told, transactions: readonly unknown[]): boolean | null {
  const bytes = transactions.map((tx) => transactionBytes(tx as Told));
  const root = rootOf(bytes);
  if (root === null) return null;
  if (root !== String(block.transactionsRoot).toLowerCase()) return false;
  return bytes.every((one, at) => keccak256(one as Hex) === String((transactions[at] as Told).hash).toLowerCase());
}

function rootOf(items: readonly (Hex | null)[]): Hex | null {
  return items.every((one) => one !== null) ? trieRoot(items) : null;
}

// Tells a node that has forgotten a block's state from one that does not have the block yet: both merely refuse.

const tries = 5;
/** As go-ethereum, Erigon, Nethermind, Besu and Reth word it. */
const stateIsGone =
  /missing trie node|historical state|state (histories|is not available|not available|unavailable)|prun|reexec|too old/i;

/** Counts how often each block was refused. */
export class Refusals {
  readonly #counts = new Map<number, number>();

  /** Whether asking once more for this block makes no sense: the node says so, or was asked often enough. */
  isFinal(block: number, message: string): boolean {
    const count = (this.#counts.get(block) ?? 0) + 1;
    this.#counts.set(block, count);
    const isFinal = count >= tries || stateIsGone.test(message);
    if (isFinal) this.#counts.delete(block);
    return isFinal;
  }

  forget(block: number): void {
    this.#counts.delete(block);
  }
}

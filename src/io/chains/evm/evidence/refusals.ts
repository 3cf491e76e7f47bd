// Tells a node that has deleted a block's state from one that does not have the block yet: both only refuse.

const usualTries = 5;
/** The wording of go-ethereum, Erigon, Nethermind, Besu and Reth. */
const stateIsGone = [
  /missing trie node|historical state|prun|reexec|too old/i,
  /state (?:histories|is not available|not available|unavailable)/i,
];

/** Counts how often each block or chain transaction was refused. */
export class Refusals {
  readonly #tries: number;
  readonly #counts = new Map<number | string, number>();

  constructor(tries: number = usualTries) {
    this.#tries = tries;
  }

  /** Whether another try is pointless: the node says so, or was asked often enough. */
  isFinal(what: number | string, message: string): boolean {
    const count = (this.#counts.get(what) ?? 0) + 1;
    this.#counts.set(what, count);
    const isFinal = count >= this.#tries || stateIsGone.some((words) => words.test(message));
    if (isFinal) this.#counts.delete(what);
    return isFinal;
  }

  forget(what: number | string): void {
    this.#counts.delete(what);
  }
}

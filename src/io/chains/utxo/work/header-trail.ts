// Follows the targets of a chain from block to block, and keeps the few headers that later targets depend on.
import type { UtxoParams } from '../params.ts';
import { followsParent, type HeaderFacts, proveTarget, startOf } from './prove-target.ts';

/** The source of headers that are not kept, each with its own work proved. */
export interface HeaderSource {
  byHash(hash: string, number: number): Promise<HeaderFacts>;
  /** Null if the chain is not that high. */
  byNumber(number: number): Promise<HeaderFacts | null>;
}

/** The number of headers kept: enough for several readers of one chain. */
const mostKept = 512;

export class HeaderTrail {
  readonly #params: UtxoParams;
  readonly #source: HeaderSource;
  /** By hash, in the order in which they were read. */
  readonly #kept = new Map<string, HeaderFacts>();

  constructor(params: UtxoParams, source: HeaderSource) {
    this.#params = params;
    this.#source = source;
  }

  /** Keeps a header after its own work was proved. */
  keep({ number, hash, parentHash, time, bits }: HeaderFacts): void {
    this.#kept.delete(hash);
    this.#kept.set(hash, { number, hash, parentHash, time, bits });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) return;
      this.#kept.delete(oldest);
    }
  }

  /**
   * Proves that the target of a recently kept block follows from the blocks before it. Throws a retryable ChainFault,
   * or the fault of the source.
   */
  async prove({ hash, number }: Pick<HeaderFacts, 'hash' | 'number'>): Promise<void> {
    const header = await this.#header(hash, number);
    if (number === 0 || !followsParent(this.#params)) return proveTarget(header, null, this.#params);
    const parent = await this.#header(header.parentHash, number - 1);
    const from = startOf(number, this.#params);
    proveTarget(header, { parent, start: from === null ? null : await this.#start(from, parent) }, this.#params);
  }

  /** The block before the parent is identified by its hash; one a whole period back only by its height and its work. */
  async #start(number: number, parent: HeaderFacts): Promise<HeaderFacts | null> {
    if (number === parent.number - 1) return this.#header(parent.parentHash, number);
    return number === parent.number ? parent : this.#source.byNumber(number);
  }

  async #header(hash: string, number: number): Promise<HeaderFacts> {
    const known = this.#kept.get(hash);
    if (known !== undefined) return known;
    const read = await this.#source.byHash(hash, number);
    this.keep(read);
    return read;
  }
}

// Asks for the Transfer events of many blocks in one call, and of fewer whenever an endpoint will not have that.
import { malformed } from '../chain.ts';
import { EndpointFault } from '../endpoint-fault.ts';
import type { EndpointRotation } from '../endpoint-rotation.ts';
import { quantity, type RawLog, transferTopic } from './raw.ts';

/**
 * Answers larger than this are asked for in smaller parts next time, so that parsing one never holds up the process.
 */
const logsAtOnce = 4_000;
/**
 * After so many answers in a row, a width that was refused once is tried again: limits change, and some refusals are
 * moods.
 */
const answersBeforeWider = 1_000;

export class LogRanges {
  readonly #rotation: EndpointRotation;
  readonly #contracts: readonly string[];
  readonly #widest: number;
  #width: number;
  #ceiling: number;
  #answers = 0;

  constructor(rotation: EndpointRotation, contracts: readonly string[], widest: number) {
    this.#rotation = rotation;
    this.#contracts = contracts;
    this.#widest = widest;
    this.#ceiling = widest;
    this.#width = Math.min(8, widest);
  }

  /** How many blocks are best asked for at once now. */
  get width(): number {
    return this.#width;
  }

  /**
   * The allow-listed contracts' Transfer events of blocks first…last, in order. Throws ChainFault once even one block
   * alone fails.
   */
  async read(first: number, last: number, signal: AbortSignal): Promise<RawLog[]> {
    if (this.#contracts.length === 0) return [];
    const filter = {
      fromBlock: quantity(first),
      toBlock: quantity(last),
      address: this.#contracts,
      topics: [transferTopic],
    };
    try {
      const logs = await this.#rotation.call('eth_getLogs', [filter], signal);
      if (!Array.isArray(logs)) throw malformed(`The logs of blocks ${first} to ${last} are no list`);
      this.#answered(last - first + 1, logs.length);
      return logs as RawLog[];
    } catch (fault) {
      // Any fault but being too fast may mean "too wide": endpoints word it as they like, with codes of all kinds.
      const busy = fault instanceof EndpointFault && fault.failure === 'busy';
      if (signal.aborted || first === last || busy) throw fault;
      this.#refused(last - first + 1);
      const middle = Math.floor((first + last) / 2);
      const logs = await this.read(first, middle, signal);
      return [...logs, ...(await this.read(middle + 1, last, signal))];
    }
  }

  #answered(width: number, count: number): void {
    this.#answers += 1;
    if (this.#answers >= answersBeforeWider) {
      this.#answers = 0;
      this.#ceiling = Math.min(this.#widest, this.#ceiling * 2);
    }
    if (count > logsAtOnce) this.#width = Math.max(1, Math.floor((width * logsAtOnce) / count));
    else if (width === this.#width && count * 2 < logsAtOnce) this.#width = Math.min(this.#ceiling, width + 1);
  }

  #refused(width: number): void {
    this.#answers = 0;
    this.#ceiling = Math.max(1, Math.min(this.#ceiling, Math.floor(width / 2)));
    this.#width = Math.min(this.#width, this.#ceiling);
  }
}

// Reads the Transfer events of many blocks in one call, and of fewer blocks when an endpoint refuses.
import { malformed } from '../chain.ts';
import { EndpointFault } from '../endpoint-fault.ts';
import type { EndpointRotation } from '../endpoint-rotation.ts';
import { quantity, type RawLog, transferTopic } from './raw.ts';

/** Answers with more logs make the next requests smaller, so that parsing one never blocks the process. */
const logsAtOnce = 4_000;
/**
 * After this many answers in a row, a width that was once refused is tried again: limits change, and some refusals are
 * temporary.
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

  /** The number of blocks that a request should span now. */
  get width(): number {
    return this.#width;
  }

  /**
   * The Transfer events of the allow-listed contracts in blocks first…last, in order. Throws ChainFault if a request
   * for a single block fails.
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
      if (!Array.isArray(logs)) throw malformed(`The logs of blocks ${first} to ${last} are not a list`);
      this.#answered(last - first + 1, logs.length);
      return logs as RawLog[];
    } catch (fault) {
      // Every fault except `busy` may mean "too wide": endpoints use many different codes and wordings for it.
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

// What a node's log index says of a stretch of blocks. It is only a hint: it may be switched off, lag, or have gaps.
import { LogRanges } from '../accounts/log-ranges.ts';
import type { RawLog } from '../accounts/raw.ts';
import { ChainFault } from '../chain.ts';
import { EndpointFault } from '../endpoint-fault.ts';
import type { EndpointRotation } from '../endpoint-rotation.ts';

/** Where nobody has an index, it is asked for again only after so long. */
const muteMillis = 300_000;
const widthWhenMute = 8;

export class LogHints {
  readonly #ranges: LogRanges;
  #mutedUntil = Number.NEGATIVE_INFINITY;

  /** `widest`: blocks in one eth_getLogs at most; java-tron allows 5,000 of them and 10,000 logs. */
  constructor(rotation: EndpointRotation, contracts: readonly string[], widest: number) {
    this.#ranges = new LogRanges(rotation, contracts, widest);
  }

  /** How many blocks are best asked for together now. */
  get width(): number {
    return performance.now() < this.#mutedUntil ? widthWhenMute : this.#ranges.width;
  }

  /** The allow-listed tokens' Transfer events of blocks first…last, in order, or null where no index answers. */
  async read(first: number, last: number, signal: AbortSignal): Promise<readonly RawLog[] | null> {
    if (performance.now() < this.#mutedUntil) return null;
    try {
      return await this.#ranges.read(first, last, signal);
    } catch (fault) {
      const busy = fault instanceof EndpointFault && fault.failure === 'busy';
      if (signal.aborted || busy || !(fault instanceof ChainFault) || !fault.retryable) throw fault;
      this.#mutedUntil = performance.now() + muteMillis;
      return null;
    }
  }
}

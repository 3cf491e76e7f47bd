// What a process remembers of balances between its looks at them.
import type { BlockHeader } from '../../../core/payment/transfer.ts';

/** An address's balance after a block; null until it is asked for. */
export interface Mark {
  readonly block: Pick<BlockHeader, 'number' | 'hash'>;
  readonly balance: bigint | null;
  /** Until when the chain's clock lets it be paid. */
  readonly deadline: Date | null;
  /** Since when nobody waits for it any more, on performance.now()'s clock. */
  readonly leftAt: number | null;
}

/** What a process remembers between its looks at balances. */
export interface InnerMemory {
  /** By address; those first that were looked at longest ago. */
  readonly marks: Map<string, Mark>;
  /** When the addresses were last listed, and when the next turn is, on performance.now()'s clock. */
  listedAt: number;
  nextAt: number;
  faults: number;
}

export function nothingMarked(): InnerMemory {
  return { marks: new Map(), listedAt: Number.NEGATIVE_INFINITY, nextAt: Number.NEGATIVE_INFINITY, faults: 0 };
}

// What a process remembers between its probes of balances.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { type Every, every } from '../../../../io/throttle.ts';

/** The block up to which an address's balance is accounted for. */
export interface Checkpoint {
  readonly block: Pick<BlockHeader, 'number' | 'hash'>;
  /** After that block; null until it is asked for. */
  readonly balance: bigint | null;
  /** Until when the chain's clock lets it be paid. */
  readonly deadline: Date | null;
  /** Whether several payments share it, so that only a trace tells whose what came is. */
  readonly isShared: boolean;
  /** Since when no attempt waits for a payment to it any more, on performance.now()'s clock; null while one does. */
  readonly leftAt: number | null;
}

export interface ProbeMemory {
  /** By address; those first that were probed longest ago. */
  readonly checkpoints: Map<string, Checkpoint>;
  /** How often the awaited addresses are listed. */
  readonly listPace: Every;
  /** How soon balances may be asked for again. */
  readonly probePace: Every;
  /** Probes that failed in a row. */
  failures: number;
  /** Since when what came to an address whose time is over is being found out, on performance.now()'s clock. */
  openSince: number | null;
}

const listMillis = 2_000;

export function emptyProbeMemory(): ProbeMemory {
  return { checkpoints: new Map(), listPace: every(listMillis), probePace: every(0), failures: 0, openSince: null };
}

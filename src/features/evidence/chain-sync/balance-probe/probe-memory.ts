// State that a process keeps between probes of balances.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { type Every, every } from '../../../../io/timing/throttle.ts';

/** The block up to which the balance of an address is explained by recorded transfers. */
export interface Checkpoint {
  readonly block: Pick<BlockHeader, 'number' | 'hash'>;
  /** The balance after that block; null until it is requested. */
  readonly balance: bigint | null;
  /** The last time, on the chain's clock, at which it can be paid. */
  readonly deadline: Date | null;
  /** Whether several payments share the address, so that only a trace shows the payer. */
  readonly isShared: boolean;
  /** The time at which the last attempt stopped waiting for it, by performance.now(); null while one waits. */
  readonly leftAt: number | null;
}

export interface ProbeMemory {
  /** By address, the least recently probed first. */
  readonly checkpoints: Map<string, Checkpoint>;
  /** The interval for listing awaited addresses. */
  readonly listPace: Every;
  /** The interval before balances may be requested again. */
  readonly probePace: Every;
  /** The number of failed probes in a row. */
  failures: number;
  /**
   * The time since which addresses with an expired deadline are being checked, by performance.now(); null while there
   * are none.
   */
  openSince: number | null;
}

const listMillis = 2_000;

export function emptyProbeMemory(): ProbeMemory {
  return { checkpoints: new Map(), listPace: every(listMillis), probePace: every(0), failures: 0, openSince: null };
}

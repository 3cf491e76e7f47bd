// Decides how closely a network is read: block by block while a payment is awaited, otherwise in occasional sweeps.

import type { BlockSlots } from './next-block.ts';

/**
 * `follow`: read every block. `sweep`: at this interval, read everything since the last sweep in one request, and the
 * chain's time if an invoice needs it. `rest`: request nothing, since no payment is possible.
 */
export type SyncPace =
  | { readonly kind: 'follow' }
  | { readonly kind: 'sweep'; readonly everyMillis: number; readonly isTimeAsked: boolean }
  | { readonly kind: 'rest' };

/** The activity on a network. Times are in Unix milliseconds. */
export interface NetworkActivity {
  /** Whether an app has an address on it, or an address on it was ever shown. */
  readonly hasAddresses: boolean;
  /** Whether an attempt is open there, or a payment lacks confirmations. */
  readonly isAwaited: boolean;
  /** When `isAwaited` was last true; null if never. */
  readonly awaitedAt: number | null;
  /** Whether an invoice offered on this network needs only the chain's time in order to expire. */
  readonly isTimeAsked: boolean;
}

/** Late payments usually come within minutes of the deadline. */
const busyMillis = 3_600_000;
const busyEveryMillis = 60_000;
/** The longest wait for the chain's time while an invoice needs it to expire. */
const timeEveryMillis = 15_000;

/** `idleMillis`: how often an idle network is read; null if it is always followed. */
export function paceOf(activity: NetworkActivity, idleMillis: number | null, now: number): SyncPace {
  const { hasAddresses, isAwaited, awaitedAt, isTimeAsked } = activity;
  if (isAwaited || idleMillis === null) return { kind: 'follow' };
  if (!hasAddresses) return { kind: 'rest' };
  const isBusy = awaitedAt !== null && now - awaitedAt < busyMillis;
  const everyMillis = isBusy ? Math.min(idleMillis, busyEveryMillis) : idleMillis;
  return {
    kind: 'sweep',
    everyMillis: isTimeAsked ? Math.min(everyMillis, timeEveryMillis) : everyMillis,
    isTimeAsked,
  };
}

/**
 * Whether the next block can only be the direct successor of the newest one, so that it can be requested by number.
 * False after an empty slot, if more than one block is missing, or if our clock and the chain's differ. `time`: of the
 * newest block, in Unix seconds; `now` in Unix milliseconds.
 */
export function isNextExpected(time: number, slots: BlockSlots | null, now: number): boolean {
  if (slots === null || (time - slots.from) % slots.seconds !== 0) return false;
  const age = now - time * 1000;
  return age >= -slots.seconds * 1000 && age < 2 * slots.seconds * 1000;
}

// How closely a network is looked at: block by block while somebody waits for a payment, else now and then as a whole.

import type { BlockSlots } from './next-block.ts';

/**
 * `follow`: every block is read. `sweep`: all that came since the last look is asked for at once, so many milliseconds
 * after it, and the chain's time where an invoice waits for it. `rest`: nothing is asked, since nobody could be paid.
 */
export type SyncPace =
  | { readonly kind: 'follow' }
  | { readonly kind: 'sweep'; readonly everyMillis: number; readonly isTimeAsked: boolean }
  | { readonly kind: 'rest' };

/** What goes on in a network. Times are in Unix milliseconds. */
export interface NetworkActivity {
  /** Whether an app has an address on it, or one was ever shown to somebody. */
  readonly hasAddresses: boolean;
  /** Whether an attempt is open there, or a payment has not all its confirmations. */
  readonly isAwaited: boolean;
  /** When that was last so; null where it never was. */
  readonly awaitedAt: number | null;
  /** Whether an invoice that is offered on it has only to be told the chain's time in order to end. */
  readonly isTimeAsked: boolean;
}

/** A customer who is late is most likely late by minutes. */
const busyMillis = 3_600_000;
const busyEveryMillis = 60_000;
/** Who waits for the end of an invoice waits no longer than this. */
const timeEveryMillis = 15_000;

/** `idleMillis`: how often a network in which nothing is open is looked at; null where it is always followed. */
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
 * Whether the block after the newest one is the next that could show, so that it may be asked for by its number: not
 * where a slot stayed empty, or more than one block is missing, or our clock and the chain's do not agree. `time`: of
 * the newest block, in Unix seconds; `now` in Unix milliseconds.
 */
export function isNextExpected(time: number, slots: BlockSlots | null, now: number): boolean {
  if (slots === null || (time - slots.from) % slots.seconds !== 0) return false;
  const age = now - time * 1000;
  return age >= -slots.seconds * 1000 && age < 2 * slots.seconds * 1000;
}

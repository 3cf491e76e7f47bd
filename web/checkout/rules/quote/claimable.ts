// The attempt for which a customer can name a transaction that the page does not show.
import type { Transaction } from '../payment-objects.ts';
import type { Stage } from '../stage.ts';

/** Null if no payment can be missing, or if the screen of the stage has its own form. */
export function claimable(stage: Stage, transactions: readonly Transaction[]): Transaction | null {
  if (stage.kind === 'awaiting') return stage.transaction;
  if (settled.includes(stage.kind)) return null;
  return transactions.find((one) => one.hash === null && one.amount !== null) ?? null;
}

const settled: readonly string[] = ['sent', 'accepted', 'paid', 'canceled'];

// How far a payment is confirmed, and how long it usually takes.
import type { Snapshot, Transaction } from '../payment-objects.ts';

/** The usual time until a payment is confirmed, in seconds; null if unknown. */
export function usualSeconds(transaction: Transaction, blockSeconds: Snapshot['block_seconds']): number | null {
  const seconds = blockSeconds?.[transaction.network.symbol];
  // Finality does not follow from the time between blocks.
  if (seconds === undefined || seconds <= 0 || transaction.requires_finality) return null;
  return Math.max(1, Math.round(seconds * (transaction.required_confirmations || 1)));
}

/** The confirmations that a payment has and needs. */
export function depthOf(transaction: Transaction): { readonly have: number; readonly needed: number } {
  const needed = Math.max(1, transaction.required_confirmations ?? 1);
  return { have: transaction.block === null ? 0 : Math.min(transaction.confirmations ?? 0, needed), needed };
}

// Computes the amount of a simulated payment, so that it ends as its case requires.
import { amountForValue, type Rate } from '../money/rate.ts';

/** `expired` and `canceled` end the attempt without a payment. */
export const simulatedCases = [
  'paid',
  'underpaid',
  'overpaid',
  'late',
  'wrong_asset',
  'failed',
  'reorged',
  'expired',
  'canceled',
  'unmatched',
] as const;
export type SimulatedCase = (typeof simulatedCases)[number];

export interface SimulatedTerms {
  /** The quote, in smallest units. */
  readonly asked: bigint;
  readonly rate: Rate;
  readonly assetDecimals: number;
  /** The remaining debt of the invoice and the shortfall that still counts as paid, in minor units of its currency. */
  readonly remaining: bigint;
  readonly tolerance: bigint;
  readonly minorDecimals: number;
}

/**
 * Smallest units, at least 1. Other payments of the invoice may have come since the quote. An overpayment exceeds both
 * the quote and the debt; an underpayment leaves more than the tolerance unpaid.
 */
export function simulatedAmount(what: SimulatedCase, terms: SimulatedTerms): bigint {
  const { asked, remaining, tolerance } = terms;
  const worth = (value: bigint) => amountForValue(value, terms.minorDecimals, terms.rate, terms.assetDecimals);
  switch (what) {
    case 'underpaid':
      return largest(1n, smallest(asked / 2n, worth(largest(0n, remaining - tolerance - 1n))));
    case 'overpaid':
      return largest(asked + largest(1n, asked / 2n), worth(remaining + largest(1n, remaining / 2n)));
    case 'unmatched':
      return largest(1n, (asked * 2n) / 3n);
    default:
      return asked;
  }
}

function largest(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function smallest(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

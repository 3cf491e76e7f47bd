// A quote: how much of an asset settles what remains of an invoice, told apart from other quotes by its last digits.
import { pow10 } from './decimal.ts';
import { amountForValue, type Rate } from './rate.ts';

export interface QuoteInput {
  /** What remains, in minor units. */
  readonly due: bigint;
  readonly minorDecimals: number;
  readonly rate: Rate;
  readonly assetDecimals: number;
}

/** The exact amount (smallest units, rounded up) for what is due. */
export function quoteAmount(input: QuoteInput): bigint {
  return amountForValue(input.due, input.minorDecimals, input.rate, input.assetDecimals);
}

/** How far a quote's amount may be raised to be unlike another's: what 0.01 of the fiat currency buys, rounded down. */
export function distinctionRoom(input: QuoteInput): bigint {
  const { value, scale } = input.rate;
  return pow10(scale + input.assetDecimals) / (value * 100n);
}

/**
 * The step by which an amount is raised within `room` to be unlike others: as coarse as still leaves 9,999 steps, so
 * that few digits are added; each further try takes a step ten times finer. At least 1.
 */
export function distinctionStep(room: bigint, tries: number): bigint {
  let step = 1n;
  while (step * 10n * 9_999n <= room) step *= 10n;
  for (let i = 1; i < tries && step >= 10n; i++) step /= 10n;
  return step;
}

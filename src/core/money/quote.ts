// A quote: how much of an asset settles what remains of an invoice, told apart from other quotes by its last digits.
import { divideUp, pow10 } from './decimal.ts';
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

/** The decimals that exchanges send at most: of stable coins, and of all others. */
const shownDecimals = { stable: 6, other: 8 };

/** The step (smallest units) within which quotes on a shared address are told apart, as exchanges round to it. */
export function quoteGrid(assetDecimals: number, isStable: boolean): bigint {
  return pow10(Math.max(0, assetDecimals - (isStable ? shownDecimals.stable : shownDecimals.other)));
}

/** The next multiple of `step` that is not below the amount. */
export function roundUpTo(step: bigint, amount: bigint): bigint {
  return divideUp(amount, step) * step;
}

/**
 * The steps by which an amount may be raised within `room` to be unlike others, in the order in which they are tried:
 * as coarse as still leaves 9,999 of them, so that few digits are added, but no finer than `grid`; then, unless only
 * the grid will do, ever finer ones down to 1.
 */
export function distinctionSteps(room: bigint, grid: bigint, isGridOnly: boolean): bigint[] {
  let step = 1n;
  while (step * 10n * 9_999n <= room) step *= 10n;
  const steps = [step > grid ? step : grid];
  while (isGridOnly ? (steps.at(-1) as bigint) >= grid * 10n : (steps.at(-1) as bigint) >= 10n)
    steps.push((steps.at(-1) as bigint) / 10n);
  return steps;
}

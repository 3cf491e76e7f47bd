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

/** By how much a quote may exceed the price to be unlike others: `units` of 10^-`decimals` of the currency. */
export interface FiatRoom {
  readonly units: bigint;
  readonly decimals: number;
}

/** How far a quote's amount may be raised to be unlike another's (smallest units): what the room buys, rounded down. */
export function distinctionRoom({ rate, assetDecimals }: QuoteInput, room: FiatRoom): bigint {
  return (room.units * pow10(rate.scale + assetDecimals)) / (rate.value * pow10(room.decimals));
}

/**
 * Amounts that a quote may have beside the plain one: all multiples of the step within the room where they are no more
 * than `most`, else so many of them, from one drawn at random on. `random`: 0 to below 1.
 */
export function distinctAmounts(
  plain: bigint,
  room: bigint,
  { step, most, random }: { readonly step: bigint; readonly most: bigint; readonly random: () => number },
): bigint[] {
  const count = room / step;
  if (count === 0n) return [];
  const drawn = count > most ? most : count;
  const start = BigInt(Math.floor(random() * Number(count)));
  const stride = count / drawn;
  return Array.from(
    { length: Number(drawn) },
    (_, at) => plain + step * (1n + ((start + BigInt(at) * stride) % count)),
  );
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

// A quote: the amount of an asset that settles the rest of an invoice. Its last digits distinguish it from other
// quotes.
import { divideUp, pow10 } from './decimal.ts';
import { amountForValue, type Rate } from './rate.ts';

export interface QuoteInput {
  /** The rest of the invoice, in minor units. */
  readonly due: bigint;
  readonly minorDecimals: number;
  readonly rate: Rate;
  readonly assetDecimals: number;
}

/** The exact amount (smallest units, rounded up) for the amount due. */
export function quoteAmount(input: QuoteInput): bigint {
  return amountForValue(input.due, input.minorDecimals, input.rate, input.assetDecimals);
}

/** How far a quote may exceed the price to be distinct: `units` of 10^-`decimals` of the currency. */
export interface FiatRoom {
  readonly units: bigint;
  readonly decimals: number;
}

/** How far a quote's amount may be raised to be distinct, in smallest units, rounded down. */
export function distinctionRoom({ rate, assetDecimals }: QuoteInput, room: FiatRoom): bigint {
  return (room.units * pow10(rate.scale + assetDecimals)) / (rate.value * pow10(room.decimals));
}

/**
 * Distinct amounts for a quote, in addition to the plain one: all multiples of the step within the room, but at most
 * `most` of them, evenly spaced from a random start. `random`: 0 to below 1.
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

/** The most decimals that exchanges send, for stable coins and for all others. */
const shownDecimals = { stable: 6, other: 8 };

/** The smallest step (smallest units) between quotes on a shared address that survives the rounding of exchanges. */
export function quoteGrid(assetDecimals: number, isStable: boolean): bigint {
  return pow10(Math.max(0, assetDecimals - (isStable ? shownDecimals.stable : shownDecimals.other)));
}

/** The smallest multiple of `step` that is not below the amount. */
export function roundUpTo(step: bigint, amount: bigint): bigint {
  return divideUp(amount, step) * step;
}

/**
 * The steps by which an amount may be raised within `room` to be distinct, in the order of trial. The first is the
 * coarsest that still gives 9,999 amounts, so that few digits are added, but at least `grid`. Finer steps follow, down
 * to `grid` if `isGridOnly`, otherwise down to 1.
 */
export function distinctionSteps(room: bigint, grid: bigint, isGridOnly: boolean): bigint[] {
  let step = 1n;
  while (step * 10n * 9_999n <= room) step *= 10n;
  const steps = [step > grid ? step : grid];
  while (isGridOnly ? (steps.at(-1) as bigint) >= grid * 10n : (steps.at(-1) as bigint) >= 10n)
    steps.push((steps.at(-1) as bigint) / 10n);
  return steps;
}

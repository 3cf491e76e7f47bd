// The effect of each setting in money and time, for a small order and a large one. Amounts are exact.
import { type AppSettings, defaultSettings, toleranceOf } from '../../../../src/core/app-settings.ts';
import { formatFixed } from '../../../../src/core/money/decimal.ts';
import { type DepthTier, requiredDepth } from '../../../../src/core/payment/required-depth.ts';
import { percent, price } from '../../words/figures.ts';
import { language, words } from '../../words/words.ts';
import { waitingTime } from './waiting-time.ts';

/** The examples, in cents of a dollar. */
export const exampleCents = [4_000n, 100_000n] as const;

export function dollars(cents: bigint): string {
  return price(formatFixed(cents, 2), 'USD');
}

/** `windowSeconds`: how long a quote is valid; null if it is no number. */
export function windowConsequence(windowSeconds: number | null): string | null {
  if (windowSeconds === null) return null;
  const [small] = exampleCents;
  return words.settingsShop.windowMeans({
    start: clock(afternoon),
    end: clock(afternoon + windowSeconds),
    percent: percent(0.01),
    loss: dollars(small / 100n),
    price: dollars(small),
  });
}

/** The time of day of the example, in seconds. */
const afternoon = 14 * 3600;

function clock(seconds: number): string {
  const format = new Intl.DateTimeFormat(language.code, { timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' });
  return format.format(seconds * 1000);
}

export function toleranceConsequence(tolerance: AppSettings['underpaymentTolerance']): string {
  const settings = { ...defaultSettings, underpaymentTolerance: tolerance };
  const [small, large] = exampleCents.map((total) => ({ total, forgiven: toleranceOf(total, 2, settings) }));
  if (small === undefined || large === undefined || large.forgiven === 0n)
    return words.settingsShop.noTolerance({ amount: dollars(1n) });
  const from = ({ total, forgiven }: typeof small) => dollars(total - forgiven);
  return words.settingsShop.toleranceMeans({
    small: dollars(small.total),
    smallPaid: from(small),
    large: dollars(large.total),
    largePaid: from(large),
    smallLoss: dollars(small.forgiven),
    largeLoss: dollars(large.forgiven),
  });
}

export interface AcceptedCoin {
  readonly symbol: string;
  readonly network: { readonly symbol: string; readonly name: string };
  /** The default number of confirmations of the network, and the fewest that the operator allows. */
  readonly usual: number;
  readonly floor: number;
  /** The confirmations that the coin's own terms require; null: none. */
  readonly asked: number | null;
}

export interface Release {
  readonly coin: AcceptedCoin;
  readonly confirmations: number;
  /** '≈ 36 sec'; null if the network's block time is unknown. */
  readonly time: string | null;
  readonly mustBeFinal: boolean;
}

/** The time until an order of this many cents is paid, by coin. Tiers in currencies other than dollars are left out. */
export function releases(cents: bigint, coins: readonly AcceptedCoin[], tiers: readonly DepthTier[]): Release[] {
  const inDollars = tiers.filter(({ currency }) => currency === 'USD');
  const worth = new Map([['USD', { minor: cents, decimals: 2 }]]);
  return coins.map((coin) => {
    const { confirmations, mustBeFinal } = requiredDepth(
      { usual: coin.usual, floor: coin.floor },
      coin.asked,
      inDollars,
      worth,
    );
    return { coin, confirmations, mustBeFinal, time: waitingTime(coin.network.symbol, confirmations) };
  });
}

/** 'after ≈ 36 sec (3 confirmations)' */
export function releaseText({ confirmations, mustBeFinal, time }: Release): string {
  if (mustBeFinal) return words.settingsShop.afterFinal({ count: confirmations });
  return time === null
    ? words.settingsShop.afterConfirmations({ count: confirmations })
    : words.settingsShop.afterTime({ count: confirmations, time });
}

/** The result of a choice for late payments. */
export function lateConsequence(choice: AppSettings['latePayments']): string {
  if (choice === 'accept_if_worth_the_due') return words.settingsShop.lateIfWorth({ page: words.places.review });
  if (choice === 'hold') return words.settingsShop.lateHold({ page: words.places.review });
  const [small] = exampleCents;
  return words.settingsShop.lateAtQuote({ percent: percent(0.05), loss: dollars(small / 20n), price: dollars(small) });
}

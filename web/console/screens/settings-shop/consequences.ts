// What each setting comes to in money and time, for a small order and a large one. Amounts are exact.
import { type AppSettings, defaultSettings, toleranceOf } from '../../../../src/core/app-settings.ts';
import { formatFixed } from '../../../../src/core/money/decimal.ts';
import { type DepthTier, requiredDepth } from '../../../../src/core/payment/required-depth.ts';
import { fiatText } from '../../../checkout/rules/figures.ts';
import { waitingTime } from './waiting-time.ts';

/** The examples, in cents of a dollar. */
export const exampleCents = [4_000n, 100_000n] as const;

export function dollars(cents: bigint): string {
  return fiatText(formatFixed(cents, 2), 'USD');
}

/** `windowSeconds`: how long a price holds; null where it is no number. */
export function windowConsequence(windowSeconds: number | null): string | null {
  if (windowSeconds === null) return null;
  const minutes = Math.round(windowSeconds / 60);
  const end = `14:${String(minutes).padStart(2, '0')}`;
  const [small] = exampleCents;
  return (
    `Who opens the payment at 14:00 can pay at that price until ${minutes >= 60 ? '15:00' : end}. ` +
    `If the coin falls by 1 % meanwhile, a ${dollars(small)} order brings ${dollars(small / 100n)} less.`
  );
}

export function toleranceConsequence(tolerance: AppSettings['underpaymentTolerance']): string {
  const settings = { ...defaultSettings, underpaymentTolerance: tolerance };
  const [small, large] = exampleCents.map((total) => ({ total, forgiven: toleranceOf(total, 2, settings) }));
  if (small === undefined || large === undefined || large.forgiven === 0n)
    return `Every cent is asked for: an order that is ${dollars(1n)} short stays partly paid.`;
  const from = ({ total, forgiven }: typeof small) => dollars(total - forgiven);
  return (
    `A ${dollars(small.total)} order counts as paid from ${from(small)} on, a ${dollars(large.total)} order from ` +
    `${from(large)}. You give up at most ${dollars(small.forgiven)} and ${dollars(large.forgiven)}.`
  );
}

export interface AcceptedCoin {
  readonly symbol: string;
  readonly network: { readonly symbol: string; readonly name: string };
  /** Of the network: what is asked for where nobody says otherwise, and the fewest that the operator allows. */
  readonly usual: number;
  readonly floor: number;
  /** What the coin's own terms ask for beyond that; null: nothing. */
  readonly asked: number | null;
}

export interface Release {
  readonly coin: AcceptedCoin;
  readonly confirmations: number;
  /** '≈ 36 s'; null where the network's pace is not known. */
  readonly time: string | null;
  readonly mustBeFinal: boolean;
}

/** When an order of so many cents is released, by coin. Tiers in other currencies than dollars are left out. */
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

/** 'Ethereum: 3 confirmations, ≈ 36 s' */
export function releaseText({ confirmations, mustBeFinal, time }: Release): string {
  const depth = confirmations === 1 ? '1 confirmation' : `${confirmations} confirmations`;
  if (mustBeFinal) return `${depth}, in a block that the network calls final`;
  return time === null ? `after ${depth}` : `after ${time} (${depth})`;
}

/** What each choice for late payments comes to. */
export const lateConsequences: Readonly<Record<AppSettings['latePayments'], { words: string; means: string }>> = {
  accept_if_worth_the_due: {
    words: 'Accept if it is still worth what is due',
    means: 'You never get less than the order by a late payment. If the coin fell, it waits in “To sort out”.',
  },
  accept_at_locked_rate: {
    words: 'Accept at the price that was promised',
    means:
      'Nobody waits for you. If the coin fell by 5 % until the payment came, a $40.00 order brings you $2.00 less.',
  },
  hold: {
    words: 'Keep it for me to decide',
    means: 'You lose nothing by itself, and every late customer waits until you looked into “To sort out”.',
  },
};

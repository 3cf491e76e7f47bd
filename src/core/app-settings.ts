// How an app wants its payments treated. What a merchant never set has the default given here.
import { parseUnits, pow10 } from './money/decimal.ts';
import type { DepthTier } from './payment/required-depth.ts';

export const latePaymentPolicies = ['accept_at_locked_rate', 'accept_if_worth_the_due', 'hold'] as const;
export type LatePayments = (typeof latePaymentPolicies)[number];
export const stablecoinPolicies = ['at_par', 'at_market'] as const;
export type Stablecoins = (typeof stablecoinPolicies)[number];

export interface AppSettings {
  /** How long a quote holds, in seconds (300–3600). */
  readonly quoteWindowSeconds: number;
  /**
   * How far below the total still counts as paid: percent of it (0–10, up to 2 decimals), at most fiat_max where set.
   */
  readonly underpaymentTolerance: { readonly percent: string; readonly fiatMax: string | null };
  readonly latePayments: LatePayments;
  /** How deep a payment must be, by what its invoice is worth. */
  readonly confirmationsByValue: readonly DepthTier[];
  readonly stablecoins: Stablecoins;
  /** How many addresses of an extended public key may wait at once to be paid for the first time (20–100000). */
  readonly unpaidAddressesMax: number;
  readonly supportContact: string | null;
  /** How the checkout looks: an accent as #rrggbb, and the address of a logo. */
  readonly branding: { readonly color: string | null; readonly logo: string | null };
  /** What a new webhook subscribes to where its creator does not say; null for everything. */
  readonly webhookDefaults: { readonly events: readonly string[] | null };
}

export const defaultSettings: AppSettings = {
  quoteWindowSeconds: 900,
  underpaymentTolerance: { percent: '0', fiatMax: null },
  latePayments: 'accept_if_worth_the_due',
  confirmationsByValue: [],
  stablecoins: 'at_par',
  unpaidAddressesMax: 1_000,
  supportContact: null,
  branding: { color: null, logo: null },
  webhookDefaults: { events: null },
};

/** Fraction digits that a setting may have; more than any currency has. */
const settingDecimals = 30;

/**
 * The shortfall (minor units) that an invoice of this total forgives: rounded down, never above a tenth of the total.
 * A setting that cannot be read forgives nothing.
 */
export function toleranceOf(total: bigint, minorDecimals: number, settings: AppSettings): bigint {
  const { percent, fiatMax } = settings.underpaymentTolerance;
  const hundredths = parseUnits(percent, 2);
  // One setting serves all currencies, so it may have more digits than this one.
  const most = fiatMax === null ? null : parseUnits(fiatMax, settingDecimals);
  if (typeof hundredths !== 'bigint' || typeof most === 'string') return 0n;
  const share = (total * hundredths) / 10_000n;
  const cap = most === null ? share : most / pow10(settingDecimals - minorDecimals);
  const tolerance = cap < share ? cap : share;
  return tolerance * 10n > total ? total / 10n : tolerance;
}

/**
 * Whether a shop could lose money by the change that it would not have lost before: more is forgiven, late payments
 * count more easily, or some invoice needs fewer confirmations.
 */
export function weakens(before: AppSettings, after: AppSettings): boolean {
  return (
    forgivesMore(before.underpaymentTolerance, after.underpaymentTolerance) ||
    strictness.indexOf(after.latePayments) < strictness.indexOf(before.latePayments) ||
    before.confirmationsByValue.some((tier) => !after.confirmationsByValue.some((other) => covers(other, tier)))
  );
}

/** From the loosest to the strictest. */
const strictness: readonly LatePayments[] = ['accept_at_locked_rate', 'accept_if_worth_the_due', 'hold'];

type Tolerance = AppSettings['underpaymentTolerance'];

function forgivesMore(before: Tolerance, after: Tolerance): boolean {
  const [share, shareBefore] = [unitsOf(after.percent, 2), unitsOf(before.percent, 2)];
  if (share === 0n) return false;
  if (share > shareBefore) return true;
  if (before.fiatMax === null) return false;
  return after.fiatMax === null || unitsOf(after.fiatMax, settingDecimals) > unitsOf(before.fiatMax, settingDecimals);
}

/** Whether what reaches `tier` reaches this one, too, and is asked for no less. */
function covers(other: DepthTier, tier: DepthTier): boolean {
  if (other.currency !== tier.currency) return false;
  if (unitsOf(other.from, settingDecimals) > unitsOf(tier.from, settingDecimals)) return false;
  if (other.confirmations === 'finalized' || tier.confirmations === 'finalized')
    return other.confirmations === 'finalized';
  return other.confirmations >= tier.confirmations;
}

/** A setting that cannot be read stands for nothing. */
function unitsOf(text: string, decimals: number): bigint {
  const units = parseUnits(text, decimals);
  return typeof units === 'bigint' ? units : 0n;
}

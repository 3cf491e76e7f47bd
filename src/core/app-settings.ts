// How an app wants its payments treated. What a merchant never set has the default given here.
import { parseUnits, pow10 } from './money/decimal.ts';

export type LatePayments = 'accept_at_locked_rate' | 'accept_if_worth_the_due' | 'hold';
export type Stablecoins = 'at_par' | 'at_market';

export interface AppSettings {
  /** How long a quote holds, in seconds (300–3600). */
  readonly quoteWindowSeconds: number;
  /** How far below the total still counts as paid: percent of it (0–10, up to 2 decimals), at most fiat_max where set. */
  readonly underpaymentTolerance: { readonly percent: string; readonly fiatMax: string | null };
  readonly latePayments: LatePayments;
  readonly stablecoins: Stablecoins;
  readonly supportContact: string | null;
}

export const defaultSettings: AppSettings = {
  quoteWindowSeconds: 900,
  underpaymentTolerance: { percent: '0', fiatMax: null },
  latePayments: 'accept_if_worth_the_due',
  stablecoins: 'at_par',
  supportContact: null,
};

/** Settings as stored (only what was set) over the defaults. */
export function readSettings(stored: Partial<AppSettings>): AppSettings {
  return { ...defaultSettings, ...stored };
}

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

// The payment settings of an app, with their defaults.
import { parseUnits, pow10 } from './money/decimal.ts';
import type { FiatRoom } from './money/quote.ts';
import type { DepthTier, LoweringTier, RaisingTier } from './payment/required-depth.ts';

/** From the most to the least permissive. */
export const latePaymentPolicies = ['accept_at_locked_rate', 'accept_if_worth_the_due', 'hold'] as const;
export type LatePayments = (typeof latePaymentPolicies)[number];
export const stablecoinPolicies = ['at_par', 'at_market'] as const;
export type Stablecoins = (typeof stablecoinPolicies)[number];

export interface AppSettings {
  /** How long a quote holds, in seconds (300–3600). */
  readonly quoteWindowSeconds: number;
  /**
   * The shortfall that still counts as paid: percent of the total (0–10, up to 2 decimals), at most fiat_max if set.
   */
  readonly underpaymentTolerance: { readonly percent: string; readonly fiatMax: string | null };
  /** How far a quote may exceed the price to get a distinct amount: percent of the price, at most fiat_max if set. */
  readonly amountRoom: { readonly percent: string; readonly fiatMax: string | null };
  readonly latePayments: LatePayments;
  /** How many confirmations a payment needs, by the value of its invoice. */
  readonly confirmationsByValue: readonly DepthTier[];
  readonly unconfirmedPayments: UnconfirmedTerms;
  readonly stablecoins: Stablecoins;
  /**
   * How many addresses of an extended public key may wait at once for a first payment (20–100000). Further invoices
   * share one. Invoices from visitors of payment links have a separate limit of the same size.
   */
  readonly unpaidAddressesMax: number;
  readonly supportContact: string | null;
  /** The look of the checkout: an accent color as #rrggbb, and the URL of a logo. */
  readonly branding: { readonly color: string | null; readonly logo: string | null };
  /** The origins whose pages may embed the checkout in a frame; null for the origin of the app's url. */
  readonly embedOrigins: readonly string[] | null;
  /** The events that a new webhook subscribes to if its creator names none; null for all events. */
  readonly webhookDefaults: { readonly events: readonly string[] | null };
  /** The decisions about payments that the app's own token may make. */
  readonly appTokenMay: readonly AppTokenAct[];
}

export const appTokenActs = ['settle', 'assign', 'refund'] as const;
export type AppTokenAct = (typeof appTokenActs)[number];

/** The conditions under which a payment is accepted unconfirmed. The cap of its coin applies as well. */
export interface UnconfirmedTerms {
  /** All outputs that the payment spends must be in a block. */
  readonly confirmedInputs: boolean;
  /**
   * The fee must be what the node expects to be enough for mining within so many blocks; null for no such condition.
   */
  readonly feeWithinBlocks: number | null;
  /** So many seconds must pass without a conflicting transaction. */
  readonly quietSeconds: number;
  /** The most (a decimal) that an app may accept unconfirmed within an hour; null for no limit. */
  readonly hourlyMax: { readonly currency: string; readonly amount: string } | null;
}

/** A node's view of an unconfirmed payment. A field is null if the node cannot say. */
export interface WaitingStanding {
  readonly hasConfirmedInputs: boolean | null;
  /** The number of blocks within which the node expects it to be mined, judged by its fee. */
  readonly expectedBlocks: number | null;
}

/**
 * The value of a payment and the sum that its app accepted within the hour, in minor units of the currency of
 * hourlyMax.
 */
export interface Exposure {
  readonly value: bigint;
  readonly accepted: bigint;
  readonly decimals: number;
}

/**
 * Why an unconfirmed payment is not accepted; null if the terms accept it. Unknown facts count against the payment: a
 * null `exposure` means that the value of the money is unknown.
 */
export function refusesUnconfirmed(
  terms: UnconfirmedTerms,
  standing: WaitingStanding,
  exposure: Exposure | null,
): 'unconfirmed_inputs' | 'low_fee' | 'over_hourly_max' | null {
  if (terms.confirmedInputs && standing.hasConfirmedInputs !== true) return 'unconfirmed_inputs';
  const { expectedBlocks } = standing;
  if (terms.feeWithinBlocks !== null && (expectedBlocks === null || expectedBlocks > terms.feeWithinBlocks))
    return 'low_fee';
  if (terms.hourlyMax === null) return null;
  if (exposure === null) return 'over_hourly_max';
  const most = unitsOf(terms.hourlyMax.amount, settingDecimals) / pow10(settingDecimals - exposure.decimals);
  return exposure.accepted + exposure.value > most ? 'over_hourly_max' : null;
}

export const defaultSettings: AppSettings = {
  quoteWindowSeconds: 900,
  underpaymentTolerance: { percent: '0', fiatMax: null },
  amountRoom: { percent: '0.1', fiatMax: '0.50' },
  latePayments: 'accept_if_worth_the_due',
  confirmationsByValue: [],
  unconfirmedPayments: { confirmedInputs: false, feeWithinBlocks: null, quietSeconds: 0, hourlyMax: null },
  stablecoins: 'at_par',
  unpaidAddressesMax: 1_000,
  supportContact: null,
  branding: { color: null, logo: null },
  embedOrigins: null,
  webhookDefaults: { events: null },
  appTokenMay: [],
};

/**
 * How many unpaid addresses of a key one visitor of payment links may have at once, out of `most` for all visitors.
 * Further invoices of the visitor share an address.
 */
export function addressesOfVisitor(most: number): number {
  return Math.max(2, Math.floor(most / 10));
}

/**
 * The origin of a web address as Content-Security-Policy writes it (CSP 3 §2.3.1): 'https://shop.example'. Null for an
 * invalid address, or for one with a host that could end the policy's directive.
 */
export function frameOrigin(url: string): string | null {
  const origin = URL.parse(url)?.origin ?? '';
  return /^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?$/.test(origin) ? origin : null;
}

/** The origins, apart from the instance's own, whose pages may embed the checkout of an app in a frame. */
export function embedOriginsOf({ embedOrigins }: Pick<AppSettings, 'embedOrigins'>, url: string): readonly string[] {
  return (embedOrigins ?? [url]).flatMap((one) => frameOrigin(one) ?? []);
}

/** Fraction digits that a setting may have; more than any currency has. */
const settingDecimals = 30;

/**
 * The shortfall (minor units) that an invoice of this total forgives: rounded down, never above a tenth of the total.
 * An unreadable setting forgives nothing.
 */
export function toleranceOf(total: bigint, minorDecimals: number, settings: AppSettings): bigint {
  const { percent, fiatMax } = settings.underpaymentTolerance;
  const hundredths = parseUnits(percent, 2);
  // One setting serves all currencies, so it may have more digits than this currency has.
  const most = fiatMax === null ? null : parseUnits(fiatMax, settingDecimals);
  if (typeof hundredths !== 'bigint' || typeof most === 'string') return 0n;
  const share = (total * hundredths) / 10_000n;
  const cap = most === null ? share : most / pow10(settingDecimals - minorDecimals);
  const tolerance = cap < share ? cap : share;
  return tolerance * 10n > total ? total / 10n : tolerance;
}

/** The least room for a distinct amount: 0.01 of the currency, regardless of its minor units. */
const leastRoom = pow10(settingDecimals - 2);

/**
 * How far (minor units) the quote for an amount due may exceed it: the configured share, at most `fiat_max`, and at
 * least 0.01 of the currency.
 */
export function amountRoomOf(
  due: bigint,
  minorDecimals: number,
  { amountRoom }: Pick<AppSettings, 'amountRoom'>,
): FiatRoom {
  const share = (due * pow10(settingDecimals - minorDecimals) * unitsOf(amountRoom.percent, 2)) / 10_000n;
  const most = amountRoom.fiatMax === null ? share : unitsOf(amountRoom.fiatMax, settingDecimals);
  const wanted = share < most ? share : most;
  return { units: wanted > leastRoom ? wanted : leastRoom, decimals: settingDecimals };
}

/** Whether some invoice needs fewer confirmations than before the change. */
export function acceptsSooner(before: AppSettings, after: AppSettings): boolean {
  return (
    raising(before).some((tier) => !raising(after).some((other) => covers(other, tier))) ||
    lowering(after).some((tier) => !lowering(before).some((other) => reachesAsLow(other, tier)))
  );
}

type Tolerance = AppSettings['underpaymentTolerance'];

/** Whether the change forgives a greater shortfall for some total. */
export function forgivesMore(before: Tolerance, after: Tolerance): boolean {
  const [share, shareBefore] = [unitsOf(after.percent, 2), unitsOf(before.percent, 2)];
  if (share === 0n) return false;
  if (share > shareBefore) return true;
  if (before.fiatMax === null) return false;
  return after.fiatMax === null || unitsOf(after.fiatMax, settingDecimals) > unitsOf(before.fiatMax, settingDecimals);
}

/** Whether the change accepts unconfirmed payments on weaker conditions. */
export function acceptsMore(before: UnconfirmedTerms, after: UnconfirmedTerms): boolean {
  const [fee, feeBefore] = [after.feeWithinBlocks ?? Infinity, before.feeWithinBlocks ?? Infinity];
  return (
    (before.confirmedInputs && !after.confirmedInputs) ||
    fee > feeBefore ||
    after.quietSeconds < before.quietSeconds ||
    risksMore(before.hourlyMax, after.hourlyMax)
  );
}

function risksMore(before: UnconfirmedTerms['hourlyMax'], after: UnconfirmedTerms['hourlyMax']): boolean {
  if (before === null) return false;
  if (after === null || after.currency !== before.currency) return true;
  return unitsOf(after.amount, settingDecimals) > unitsOf(before.amount, settingDecimals);
}

const raising = ({ confirmationsByValue }: AppSettings) => confirmationsByValue.filter((tier) => 'from' in tier);
const lowering = ({ confirmationsByValue }: AppSettings) => confirmationsByValue.filter((tier) => 'below' in tier);

/** Whether `other` applies to every invoice that `tier` applies to, with as few confirmations. */
function reachesAsLow(other: LoweringTier, tier: LoweringTier): boolean {
  if (other.currency !== tier.currency || other.confirmations > tier.confirmations) return false;
  return unitsOf(other.below, settingDecimals) >= unitsOf(tier.below, settingDecimals);
}

/** Whether `other` applies to every invoice that `tier` applies to, with at least as many confirmations. */
function covers(other: RaisingTier, tier: RaisingTier): boolean {
  if (other.currency !== tier.currency) return false;
  if (unitsOf(other.from, settingDecimals) > unitsOf(tier.from, settingDecimals)) return false;
  if (other.confirmations === 'finalized' || tier.confirmations === 'finalized')
    return other.confirmations === 'finalized';
  return other.confirmations >= tier.confirmations;
}

/** An unreadable setting counts as zero. */
function unitsOf(text: string, decimals: number): bigint {
  const units = parseUnits(text, decimals);
  return typeof units === 'bigint' ? units : 0n;
}

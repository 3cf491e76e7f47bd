// How an app wants its payments treated. What a merchant never set has the default given here.
import { parseUnits, pow10 } from './money/decimal.ts';
import type { FiatRoom } from './money/quote.ts';
import type { DepthTier, LoweringTier, RaisingTier } from './payment/required-depth.ts';

/** From the loosest to the strictest. */
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
  /** By how much a quote may exceed the price to be unlike others: percent of it, at most fiat_max where set. */
  readonly amountRoom: { readonly percent: string; readonly fiatMax: string | null };
  readonly latePayments: LatePayments;
  /** How deep a payment must be, by what its invoice is worth. */
  readonly confirmationsByValue: readonly DepthTier[];
  readonly unconfirmedPayments: UnconfirmedTerms;
  readonly stablecoins: Stablecoins;
  /**
   * How many addresses of an extended public key may wait at once for a first payment (20–100000). Further invoices
   * share one. Invoices of visitors of payment links have as many addresses of their own.
   */
  readonly unpaidAddressesMax: number;
  readonly supportContact: string | null;
  /** How the checkout looks: an accent as #rrggbb, and the address of a logo. */
  readonly branding: { readonly color: string | null; readonly logo: string | null };
  /** The origins whose pages may hold the checkout in a frame; null for that of the app's url. */
  readonly embedOrigins: readonly string[] | null;
  /** What a new webhook subscribes to where its creator does not say; null for everything. */
  readonly webhookDefaults: { readonly events: readonly string[] | null };
  /** Which decisions about payments the app's own token may make. */
  readonly appTokenMay: readonly AppTokenAct[];
}

export const appTokenActs = ['settle', 'assign'] as const;
export type AppTokenAct = (typeof appTokenActs)[number];

/** What a payment must show, beside the cap of its coin, before it is accepted unconfirmed. */
export interface UnconfirmedTerms {
  /** Everything that it spends is in a block. */
  readonly confirmedInputs: boolean;
  /** Its fee is what the node expects to be enough for so many blocks; null where no fee is asked for. */
  readonly feeWithinBlocks: number | null;
  /** For so long nothing was seen that conflicts with it. */
  readonly quietSeconds: number;
  /** So much (a decimal) of an app's payments is accepted in an hour at most; null where there is no bound. */
  readonly hourlyMax: { readonly currency: string; readonly amount: string } | null;
}

/** What a node tells of a payment that waits; a null where it cannot tell. */
export interface WaitingStanding {
  readonly hasConfirmedInputs: boolean | null;
  /** Within how many blocks its fee is expected to have it mined. */
  readonly expectedBlocks: number | null;
}

/** What a payment is worth, and what its app accepted within the hour, in minor units of the currency of hourlyMax. */
export interface Exposure {
  readonly value: bigint;
  readonly accepted: bigint;
  readonly decimals: number;
}

/**
 * Why a payment that waits is not accepted unconfirmed; null where the terms take it. What nobody can tell (`exposure`
 * null: what money is worth) is taken as if it spoke against it.
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
 * How many unpaid addresses of a key one visitor of payment links may have at once, of `most` that all of them may
 * have. Further invoices of the visitor share an address.
 */
export function addressesOfVisitor(most: number): number {
  return Math.max(2, Math.floor(most / 10));
}

/**
 * The origin of a web address as Content-Security-Policy writes it (CSP 3 §2.3.1): 'https://shop.example'. null for
 * what is no such address, or whose host could end the policy's directive.
 */
export function frameOrigin(url: string): string | null {
  const origin = URL.parse(url)?.origin ?? '';
  return /^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?$/.test(origin) ? origin : null;
}

/** Whose pages may hold the checkout of an app in a frame, beside the instance's own. */
export function embedOriginsOf({ embedOrigins }: Pick<AppSettings, 'embedOrigins'>, url: string): readonly string[] {
  return (embedOrigins ?? [url]).flatMap((one) => frameOrigin(one) ?? []);
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

/** The least room for an amount of its own: 0.01 of the currency, whatever its minor units are. */
const leastRoom = pow10(settingDecimals - 2);

/**
 * By how much the quote for what is due (minor units) may exceed it: the share that is set, at most `fiat_max`, and at
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

/** Whether some invoice needs fewer confirmations than before. */
export function acceptsSooner(before: AppSettings, after: AppSettings): boolean {
  return (
    raising(before).some((tier) => !raising(after).some((other) => covers(other, tier))) ||
    lowering(after).some((tier) => !lowering(before).some((other) => reachesAsLow(other, tier)))
  );
}

type Tolerance = AppSettings['underpaymentTolerance'];

/** Whether a greater shortfall is forgiven for some total. */
export function forgivesMore(before: Tolerance, after: Tolerance): boolean {
  const [share, shareBefore] = [unitsOf(after.percent, 2), unitsOf(before.percent, 2)];
  if (share === 0n) return false;
  if (share > shareBefore) return true;
  if (before.fiatMax === null) return false;
  return after.fiatMax === null || unitsOf(after.fiatMax, settingDecimals) > unitsOf(before.fiatMax, settingDecimals);
}

/** Whether an unconfirmed payment needs less to be accepted. */
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

/** Whether this one lets every invoice that `tier` reaches count with as few confirmations. */
function reachesAsLow(other: LoweringTier, tier: LoweringTier): boolean {
  if (other.currency !== tier.currency || other.confirmations > tier.confirmations) return false;
  return unitsOf(other.below, settingDecimals) >= unitsOf(tier.below, settingDecimals);
}

/** Whether what reaches `tier` reaches this one, too, and is asked for no less. */
function covers(other: RaisingTier, tier: RaisingTier): boolean {
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

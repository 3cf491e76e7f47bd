// The rows of an app and of an accepted coin, which other folders read too. Also the JSON form of the settings, which
// the API and the database share.
import type { Members } from '../../../../core/access/team.ts';
import {
  type AppSettings,
  type AppTokenAct,
  defaultSettings,
  type LatePayments,
  type Stablecoins,
  type UnconfirmedTerms,
} from '../../../../core/app-settings.ts';
import type { DepthTier } from '../../../../core/payment/required-depth.ts';
import {
  bytes,
  computed,
  decimal,
  int,
  jsonb,
  named,
  nullable,
  oneOf,
  type RowOf,
  readAs,
  rowType,
  text,
  time,
  uuid,
} from '../../../../io/db/row-type.ts';
import { sealed } from '../../../../io/db/sealed/sealed-row-type.ts';
import { moneyRows } from '../../../known/row-seals/money-rows.ts';

export type Environment = 'development' | 'production';

/** SQL that turns a row of app_roles or app_members, with the alias `r`, into a Member. */
export const memberJson =
  "jsonb_build_object('id', r.id, 'role', r.role, 'since', r.role_since, 'mac', encode(r.mac, 'hex'))";

const plainApp = rowType({
  id: uuid,
  /** The person who created the app. Its addresses and its audit log belong to this person. */
  ownerId: uuid,
  /** The rows of its team, before `roleIn` verifies them. Read in the same statement as the app. */
  members: computed(
    `coalesce((select jsonb_object_agg(r.user_id, ${memberJson}) from app_roles r where r.app_id = apps.id), '{}')`,
    jsonb<Members>(),
  ),
  name: text,
  description: nullable(text),
  slug: nullable(text),
  /** The slug of an archived app. It leads nowhere, and is restored together with the app. */
  slugBeforeArchived: nullable(text),
  image: nullable(text),
  url: text,
  environment: oneOf<Environment>(),
  tokenSealed: bytes,
  /** The settings that differ from the defaults. */
  storedSettings: named('settings', jsonb<Partial<SettingsJson>>()),
  settings: readAs(jsonb<Partial<SettingsJson>>(), settingsFromJson),
  archivedAt: nullable(time),
  createdAt: time,
  updatedAt: time,
});
export type App = RowOf<typeof plainApp>;
export const app = sealed(plainApp, 'app', moneyRows.app);

const plainAccepted = rowType({
  id: uuid,
  appId: uuid,
  assetId: uuid,
  confirmations: nullable(int),
  minTotal: nullable(decimal),
  maxTotal: nullable(decimal),
  acceptUnconfirmedUpTo: nullable(decimal),
  createdAt: time,
  updatedAt: time,
});
/**
 * An asset that an app accepts. minTotal, maxTotal and acceptUnconfirmedUpTo are decimals in the invoice's currency.
 */
export type AppCryptocurrency = RowOf<typeof plainAccepted>;
export const accepted = sealed(plainAccepted, 'app_cryptocurrency', moneyRows.app_cryptocurrency);

export interface SettingsJson {
  readonly quote_window: number;
  readonly underpayment_tolerance: { readonly percent: number; readonly fiat_max: string | null };
  readonly amount_room: { readonly percent: number; readonly fiat_max: string | null };
  readonly late_payments: LatePayments;
  readonly confirmations_by_value: readonly DepthTier[];
  readonly unconfirmed_payments: {
    readonly confirmed_inputs: boolean;
    readonly fee_within_blocks: number | null;
    readonly quiet_seconds: number;
    readonly hourly_max: { readonly currency: string; readonly amount: string } | null;
  };
  readonly stablecoins: Stablecoins;
  readonly unpaid_addresses_max: number;
  readonly support_contact: string | null;
  readonly branding: { readonly color: string | null; readonly logo: string | null };
  readonly embed_origins: readonly string[] | null;
  readonly webhook_defaults: { readonly events: readonly string[] | null };
  readonly app_token_may: readonly AppTokenAct[];
}

export function settingsToJson(settings: AppSettings): SettingsJson {
  const { percent, fiatMax } = settings.underpaymentTolerance;
  return {
    quote_window: settings.quoteWindowSeconds,
    underpayment_tolerance: { percent: Number(percent), fiat_max: fiatMax },
    amount_room: { percent: Number(settings.amountRoom.percent), fiat_max: settings.amountRoom.fiatMax },
    late_payments: settings.latePayments,
    confirmations_by_value: settings.confirmationsByValue.map((tier) => ({ ...tier })),
    unconfirmed_payments: unconfirmedToJson(settings.unconfirmedPayments),
    stablecoins: settings.stablecoins,
    unpaid_addresses_max: settings.unpaidAddressesMax,
    support_contact: settings.supportContact,
    branding: { ...settings.branding },
    embed_origins: settings.embedOrigins,
    webhook_defaults: { events: settings.webhookDefaults.events },
    app_token_may: settings.appTokenMay,
  };
}

/** Returns the stored settings, with defaults for the others. */
export function settingsFromJson(stored: Partial<SettingsJson>): AppSettings {
  const { underpayment_tolerance: tolerance } = stored;
  return {
    quoteWindowSeconds: stored.quote_window ?? defaultSettings.quoteWindowSeconds,
    underpaymentTolerance: shareFromJson(tolerance) ?? defaultSettings.underpaymentTolerance,
    amountRoom: shareFromJson(stored.amount_room) ?? defaultSettings.amountRoom,
    latePayments: stored.late_payments ?? defaultSettings.latePayments,
    confirmationsByValue: stored.confirmations_by_value ?? defaultSettings.confirmationsByValue,
    unconfirmedPayments:
      stored.unconfirmed_payments === undefined
        ? defaultSettings.unconfirmedPayments
        : unconfirmedFromJson(stored.unconfirmed_payments),
    stablecoins: stored.stablecoins ?? defaultSettings.stablecoins,
    unpaidAddressesMax: stored.unpaid_addresses_max ?? defaultSettings.unpaidAddressesMax,
    supportContact: stored.support_contact ?? defaultSettings.supportContact,
    branding: stored.branding ?? defaultSettings.branding,
    embedOrigins: stored.embed_origins ?? defaultSettings.embedOrigins,
    webhookDefaults: stored.webhook_defaults ?? defaultSettings.webhookDefaults,
    appTokenMay: stored.app_token_may ?? defaultSettings.appTokenMay,
  };
}

function shareFromJson(stored: SettingsJson['amount_room'] | undefined) {
  return stored === undefined ? null : { percent: String(stored.percent), fiatMax: stored.fiat_max };
}

function unconfirmedToJson(terms: UnconfirmedTerms): SettingsJson['unconfirmed_payments'] {
  return {
    confirmed_inputs: terms.confirmedInputs,
    fee_within_blocks: terms.feeWithinBlocks,
    quiet_seconds: terms.quietSeconds,
    hourly_max: terms.hourlyMax,
  };
}

function unconfirmedFromJson(stored: SettingsJson['unconfirmed_payments']): UnconfirmedTerms {
  return {
    confirmedInputs: stored.confirmed_inputs,
    feeWithinBlocks: stored.fee_within_blocks,
    quietSeconds: stored.quiet_seconds,
    hourlyMax: stored.hourly_max,
  };
}

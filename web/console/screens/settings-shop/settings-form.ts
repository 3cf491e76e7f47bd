// The form of an app and its settings: it has the structure of the two requests that save it, so that each error finds
// its field. All values are text; a text that should be a number is sent unchanged and rejected by the service.

import type {
  App,
  AppSettings,
  UpdateAppBody,
  UpdateAppSettingsBody,
} from '../../../../sdk/typescript/src/generated/api.ts';
import { frameOrigin, type AppSettings as Terms } from '../../../../src/core/app-settings.ts';
import type { SubscribableEventType } from '../../../../src/core/event.ts';
import type { DepthTier } from '../../../../src/core/payment/required-depth.ts';
import { words } from '../../words/words.ts';

export interface TierValues {
  readonly key: string;
  edge: 'below' | 'from';
  amount: string;
  currency: string;
  /** A whole number, or 'finalized'. */
  confirmations: string;
}

export interface ShopValues {
  name: string;
  url: string;
  description: string;
  slug: string;
  support_contact: string;
  branding: { color: string; logo: string };
  quote_window: string;
  underpayment_tolerance: { percent: string; fiat_max: string };
  late_payments: Terms['latePayments'];
  confirmations_by_value: TierValues[];
  unconfirmed_payments: {
    confirmed_inputs: boolean;
    fee_within_blocks: string;
    quiet_seconds: string;
    hourly_max: { amount: string; currency: string };
  };
  stablecoins: Terms['stablecoins'];
  unpaid_addresses_max: string;
  amount_room: { percent: string; fiat_max: string };
  /** `listed`: one origin a line. */
  embed_origins: { of: 'own' | 'listed' | 'none'; listed: string };
  webhook_defaults: { events: { isAll: boolean; chosen: readonly string[] } };
  app_token_may: AppSettings['app_token_may'];
}

export function valuesOf(app: App, settings: AppSettings): ShopValues {
  const { underpayment_tolerance: tolerance, unconfirmed_payments: unconfirmed } = settings;
  return {
    name: app.name,
    url: app.url,
    description: app.description ?? '',
    slug: app.slug ?? '',
    support_contact: settings.support_contact ?? '',
    branding: { color: settings.branding.color ?? '', logo: settings.branding.logo ?? '' },
    quote_window: String(settings.quote_window),
    underpayment_tolerance: { percent: String(tolerance.percent), fiat_max: tolerance.fiat_max ?? '' },
    late_payments: settings.late_payments,
    confirmations_by_value: settings.confirmations_by_value.map((tier, index) => ({
      key: `kept-${index}`,
      edge: tier.below === undefined ? 'from' : 'below',
      amount: tier.below ?? tier.from ?? '',
      currency: tier.currency,
      confirmations: String(tier.confirmations),
    })),
    unconfirmed_payments: {
      confirmed_inputs: unconfirmed.confirmed_inputs,
      fee_within_blocks: textOf(unconfirmed.fee_within_blocks),
      quiet_seconds: String(unconfirmed.quiet_seconds),
      hourly_max: {
        amount: unconfirmed.hourly_max?.amount ?? '',
        currency: unconfirmed.hourly_max?.currency ?? 'USD',
      },
    },
    stablecoins: settings.stablecoins,
    unpaid_addresses_max: String(settings.unpaid_addresses_max),
    amount_room: { percent: String(settings.amount_room.percent), fiat_max: settings.amount_room.fiat_max ?? '' },
    embed_origins: originValues(app, settings),
    webhook_defaults: {
      events: {
        isAll: settings.webhook_defaults.events === null,
        chosen: settings.webhook_defaults.events ?? ['invoice.paid'],
      },
    },
    app_token_may: settings.app_token_may,
  };
}

export interface ShopChanges {
  /** Null: nothing of it changed. */
  readonly app: UpdateAppBody | null;
  readonly settings: UpdateAppSettingsBody | null;
  /** The names of the settings that changed. */
  readonly names: readonly string[];
}

const appFields = ['name', 'url', 'description', 'slug'] as const;

const fieldNames = (): Readonly<Record<keyof ShopValues, string>> => ({
  name: words.settingNames.shopName,
  url: words.settingNames.website,
  description: words.common.description,
  slug: words.settingNames.slug,
  support_contact: words.settingNames.support,
  branding: words.settingNames.color,
  quote_window: words.settingNames.quoteTime,
  underpayment_tolerance: words.settingNames.tolerance,
  late_payments: words.settingNames.late,
  confirmations_by_value: words.settingNames.depth,
  unconfirmed_payments: words.settingNames.unconfirmed,
  stablecoins: words.settingNames.stable,
  unpaid_addresses_max: words.settingsShop.unpaidAddresses,
  amount_room: words.settingsShop.amountRoom,
  embed_origins: words.settingNames.embedding,
  webhook_defaults: words.settingNames.newWebhooks,
  app_token_may: words.settingsShop.appToken,
});

/** Only changed values are sent. */
export function changesBetween(before: ShopValues, after: ShopValues): ShopChanges {
  const [kept, all] = [bodyOf(before), bodyOf(after)];
  const isChanged = (name: keyof ShopValues) => JSON.stringify(kept[name]) !== JSON.stringify(all[name]);
  const names = fieldNames();
  const changed = (Object.keys(names) as (keyof ShopValues)[]).filter(isChanged);
  const ofApp = appFields.filter((name) => changed.includes(name));
  const app = Object.fromEntries(ofApp.map((name) => [name, all[name]]));
  const ofSettings = changed.filter((name) => !(appFields as readonly string[]).includes(name));
  const settings = Object.fromEntries(ofSettings.map((name) => [name, all[name]]));
  return {
    app: ofApp.length === 0 ? null : app,
    settings: ofSettings.length === 0 ? null : settings,
    names: changed.map((name) => names[name]),
  };
}

function bodyOf(values: ShopValues): Record<string, unknown> {
  const app = Object.fromEntries(appFields.map((name) => [name, nullable(name, values[name])]));
  return { ...app, ...settingsBody(values) };
}

/** Name and website are never null: an empty one is sent, and the service rejects it. */
function nullable(name: string, text: string): string | null {
  return text.trim() === '' && name !== 'name' && name !== 'url' ? null : text.trim();
}

function settingsBody(values: ShopValues): UpdateAppSettingsBody {
  const { underpayment_tolerance: tolerance, unconfirmed_payments: unconfirmed, branding } = values;
  const { embed_origins: embed, webhook_defaults } = values;
  const { events } = webhook_defaults;
  const { amount, currency } = unconfirmed.hourly_max;
  return {
    quote_window: numberIn(values.quote_window),
    underpayment_tolerance: { percent: numberIn(tolerance.percent), fiat_max: nothing(tolerance.fiat_max) },
    late_payments: values.late_payments,
    confirmations_by_value: values.confirmations_by_value.map(tierBody),
    unconfirmed_payments: {
      confirmed_inputs: unconfirmed.confirmed_inputs,
      fee_within_blocks:
        nothing(unconfirmed.fee_within_blocks) === null ? null : numberIn(unconfirmed.fee_within_blocks),
      quiet_seconds: numberIn(unconfirmed.quiet_seconds),
      hourly_max: nothing(amount) === null ? null : { amount: amount.trim(), currency: currency.trim().toUpperCase() },
    },
    stablecoins: values.stablecoins,
    unpaid_addresses_max: numberIn(values.unpaid_addresses_max),
    amount_room: { percent: numberIn(values.amount_room.percent), fiat_max: nothing(values.amount_room.fiat_max) },
    support_contact: nothing(values.support_contact),
    branding: { color: nothing(branding.color), logo: nothing(branding.logo) },
    embed_origins: embed.of === 'own' ? null : embed.of === 'none' ? [] : linesIn(embed.listed),
    webhook_defaults: { events: events.isAll ? null : (events.chosen as readonly SubscribableEventType[]) },
    app_token_may: values.app_token_may,
  };
}

function tierBody({ edge, amount, currency, confirmations }: TierValues) {
  const asked = confirmations === 'finalized' ? ('finalized' as const) : numberIn(confirmations);
  const of = { currency: currency.trim().toUpperCase(), confirmations: asked };
  return edge === 'from' ? { ...of, from: amount.trim() } : { ...of, below: amount.trim() };
}

/** Without a choice the service shows the website's own origin, so that origin alone counts as no choice. */
function originValues({ url }: App, { embed_origins: origins }: AppSettings): ShopValues['embed_origins'] {
  const own = frameOrigin(url);
  const isOwn = own === null ? origins.length === 0 : origins.length === 1 && origins[0] === own;
  return { of: isOwn ? 'own' : origins.length === 0 ? 'none' : 'listed', listed: origins.join('\n') };
}

export function linesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((line) => line !== ''))];
}

/** The tiers that are complete; the others are left out until they are. */
export function readableTiers(tiers: readonly TierValues[]): DepthTier[] {
  return tiers.filter(isReadable).map((tier) => tierBody(tier) as DepthTier);
}

function isReadable({ edge, amount, confirmations }: TierValues): boolean {
  if (!/^\d{1,20}(?:\.\d{1,8})?$/.test(amount.trim())) return false;
  return /^[1-9]\d{0,4}$/.test(confirmations) || (confirmations === 'finalized' && edge === 'from');
}

/** The settings as the rules take them, to show the effect of a change; texts that are no number are left out. */
export function termsOf(
  values: ShopValues,
): Pick<
  Terms,
  'underpaymentTolerance' | 'latePayments' | 'confirmationsByValue' | 'unconfirmedPayments' | 'appTokenMay'
> {
  const { underpayment_tolerance: tolerance, unconfirmed_payments: unconfirmed } = values;
  const { amount, currency } = unconfirmed.hourly_max;
  return {
    underpaymentTolerance: { percent: tolerance.percent.trim(), fiatMax: nothing(tolerance.fiat_max) },
    latePayments: values.late_payments,
    confirmationsByValue: readableTiers(values.confirmations_by_value),
    unconfirmedPayments: {
      confirmedInputs: unconfirmed.confirmed_inputs,
      feeWithinBlocks: wholeIn(unconfirmed.fee_within_blocks),
      quietSeconds: wholeIn(unconfirmed.quiet_seconds) ?? 0,
      hourlyMax: nothing(amount) === null ? null : { amount: amount.trim(), currency },
    },
    appTokenMay: values.app_token_may,
  };
}

/** Null if the text is no whole number. */
export function wholeIn(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}

function numberIn(text: string): number {
  const plain = text.trim().replace(',', '.');
  return /^\d{1,9}(?:\.\d{1,9})?$/.test(plain) ? Number(plain) : (plain as unknown as number);
}

function nothing(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}

/** The form's fields by the paths of the service's errors. */
export function formPath(field: string): string {
  return field.replace(/^(confirmations_by_value\.\d+)\.(?:from|below)$/, '$1.amount');
}

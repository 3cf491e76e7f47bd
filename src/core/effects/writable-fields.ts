// Everything that a caller can write, field by field, with the effect of its change.
import { type AppSettings, acceptsMore, acceptsSooner, forgivesMore, latePaymentPolicies } from '../app-settings.ts';
import { parseUnits } from '../money/decimal.ts';
import { accountThings } from './account-fields.ts';
import { operatorThings } from './operator-fields.ts';
import { paymentThings } from './payment-fields.ts';
import { asksLess, type Price } from './price.ts';
import { always, changed, createdOr, edited, givenUp, harmless, type Rule, removed, when } from './rules.ts';

/** The writable fields of one kind of object, by their names in the API. */
type Table<Thing> = Readonly<Record<string, Rule<Thing>>>;

interface InvoiceFacts extends Price {
  readonly success_url: string | null;
  readonly cancel_url: string | null;
}

/** An invoice, or the last one with the same reference. */
const invoice = {
  app_id: harmless,
  total: edited(asksLess, 'less_accepted'),
  currency: edited(asksLess, 'less_accepted'),
  order: harmless,
  customer: harmless,
  metadata: harmless,
  success_url: changed('success_url', 'customers_elsewhere'),
  cancel_url: changed('cancel_url', 'customers_elsewhere'),
  expires_in: harmless,
  canceled: harmless,
} satisfies Table<InvoiceFacts>;

/** The slug of an object, which is its name in URLs. */
interface SlugFacts {
  readonly slug: string | null;
  /** Whether the slug led to another app before. */
  readonly fromOtherApp: boolean;
  /** Whether the slug is taken from an object that continues to exist without it. */
  readonly fromHolder: boolean;
  /** The price of the slug's previous object; null for a new slug. */
  readonly slugPrice: Price | null;
}

const slug_from_other_app = when<SlugFacts>((_, after) => after?.fromOtherApp === true, 'money_elsewhere');
const slug_from_holder = when<SlugFacts>((_, after) => after?.fromHolder === true, 'shop_stops');
const slug_price = when<SlugFacts & Price>(
  (_, after) => after !== null && after.slugPrice !== null && asksLess(after.slugPrice, after),
  'less_accepted',
);

const payment_link = {
  app_id: harmless,
  slug: givenUp('slug', 'shop_stops'),
  slug_from_other_app,
  slug_from_holder,
  slug_price,
  currency: edited<Price>(asksLess, 'less_accepted'),
  total: edited<Price>(asksLess, 'less_accepted'),
  description: harmless,
  deleted: removed('shop_stops'),
} satisfies Table<SlugFacts & Price>;

interface ArchivedFact {
  readonly archivedAt: Date | null;
}

const app = {
  name: harmless,
  description: harmless,
  slug: givenUp('slug', 'shop_stops'),
  slug_from_other_app,
  slug_from_holder,
  image: harmless,
  url: changed('url', 'customers_elsewhere'),
  environment: harmless,
  token: edited<{ readonly token: boolean }>((_, after) => after.token, 'token_shown'),
  archived: removed('shop_stops'),
  /** Its slug and links work for customers again, and its token is valid again. */
  restored: edited<ArchivedFact>((a, b) => a.archivedAt !== null && b.archivedAt === null, 'customers_elsewhere'),
} satisfies Table<SlugFacts & ArchivedFact & { readonly url: string; readonly token: boolean }>;

const app_settings = {
  quote_window: edited<AppSettings>((a, b) => b.quoteWindowSeconds > a.quoteWindowSeconds, 'less_accepted'),
  underpayment_tolerance: edited<AppSettings>(
    (a, b) => forgivesMore(a.underpaymentTolerance, b.underpaymentTolerance),
    'less_accepted',
  ),
  amount_room: harmless,
  late_payments: edited<AppSettings>(
    (a, b) => latePaymentPolicies.indexOf(b.latePayments) < latePaymentPolicies.indexOf(a.latePayments),
    'less_accepted',
  ),
  confirmations_by_value: edited<AppSettings>(acceptsSooner, 'less_accepted'),
  unconfirmed_payments: edited<AppSettings>(
    (a, b) => acceptsMore(a.unconfirmedPayments, b.unconfirmedPayments),
    'less_accepted',
  ),
  stablecoins: edited<AppSettings>(
    (a, b) => a.stablecoins !== b.stablecoins && b.stablecoins === 'at_par',
    'less_accepted',
  ),
  unpaid_addresses_max: harmless,
  support_contact: changed('supportContact', 'customers_elsewhere'),
  branding: harmless,
  embed_origins: changed('embedOrigins', 'customers_elsewhere'),
  webhook_defaults: harmless,
  app_token_may: edited<AppSettings>(
    (a, b) => b.appTokenMay.some((act) => !a.appTokenMay.includes(act)),
    'less_accepted',
  ),
} satisfies Table<AppSettings>;

interface CoinFacts {
  readonly confirmations: number | null;
  /** A decimal, in the currency of the invoice. */
  readonly acceptUnconfirmedUpTo: string | null;
  /** Whether the change leaves a total that the app accepted before and that no coin accepts any more. */
  readonly leavesGap: boolean;
}

const leavesGap = edited<CoinFacts>((_, b) => b.leavesGap, 'shop_stops');

/** A coin that an app accepts, or the last terms on which it accepted it. */
const app_cryptocurrency = {
  app_id: harmless,
  cryptocurrency: harmless,
  network: harmless,
  confirmations: edited<CoinFacts>((a, b) => (b.confirmations ?? 0) < (a.confirmations ?? 0), 'less_accepted'),
  min_total: leavesGap,
  max_total: leavesGap,
  accept_unconfirmed_up_to: edited<CoinFacts>(
    (a, b) => decimalOf(b.acceptUnconfirmedUpTo) > decimalOf(a.acceptUnconfirmedUpTo),
    'less_accepted',
  ),
  deleted: when((before, after) => before?.leavesGap === true && after === null, 'shop_stops'),
} satisfies Table<CoinFacts>;

interface AddressFacts {
  readonly enabled: boolean;
  /** Whether this change enters or confirms its value. */
  readonly isEntered: boolean;
}

const isEntered = when<AddressFacts>((_, after) => after?.isEntered === true, 'money_elsewhere');

const app_address = {
  app_id: harmless,
  network: harmless,
  kind: harmless,
  value: createdOr('money_elsewhere', isEntered),
  script: harmless,
  first_address: harmless,
  signature: harmless,
  label: harmless,
  confirm: isEntered,
  confirmed_value: isEntered,
  enabled: changed('enabled', 'money_elsewhere'),
  deleted: removed('money_elsewhere'),
} satisfies Table<AddressFacts>;

interface WebhookFacts {
  readonly url: string;
  /** null: all events. */
  readonly events: readonly string[] | null;
  readonly enabled: boolean;
  /** Whether no other webhook of the app is enabled. */
  readonly isLast: boolean;
}

const webhook = {
  app_id: harmless,
  url: createdOr('customers_elsewhere', changed('url', 'customers_elsewhere')),
  events: edited<WebhookFacts>((a, b) => a.isLast && sendsLess(a.events, b.events), 'shop_stops'),
  description: harmless,
  signature: harmless,
  enabled: edited<WebhookFacts>((a, b) => a.isLast && !b.enabled, 'shop_stops'),
  deleted: when((before, after) => before?.isLast === true && after === null, 'shop_stops'),
} satisfies Table<WebhookFacts>;

const webhook_secret = { secret: always('customers_elsewhere') } satisfies Table<unknown>;

export const things = {
  invoice,
  payment_link,
  app,
  app_settings,
  app_cryptocurrency,
  app_address,
  webhook,
  webhook_secret,
  ...paymentThings,
  ...accountThings,
  ...operatorThings,
};
export type ThingName = keyof typeof things;
export type FieldOf<Name extends ThingName> = keyof (typeof things)[Name] & string;

function decimalOf(text: string | null): bigint {
  const units = parseUnits(text ?? '0', 30);
  return typeof units === 'bigint' ? units : 0n;
}

function sendsLess(before: readonly string[] | null, after: readonly string[] | null): boolean {
  if (after === null) return false;
  return before === null || before.some((type) => !after.includes(type));
}

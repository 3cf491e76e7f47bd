// The settings that an owner writes: their bounds, and the checks that a schema cannot express.
import type { Static } from 'typebox';
import { appTokenActs, frameOrigin, latePaymentPolicies, stablecoinPolicies } from '../../../../core/app-settings.ts';
import { fieldsOf } from '../../../../core/effects/fields-of.ts';
import { eventTypes } from '../../../../core/event.ts';
import { currencyOf } from '../../../../core/money/currency.ts';
import { parseUnits } from '../../../../core/money/decimal.ts';
import { type FieldError, Problem } from '../../../../core/problem.ts';
import { colorPattern, currencyInBody, decimal, isWebUrl, nullable } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { SettingsJson } from './app-rows.ts';

const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] });

const Tier = Type.Object(
  {
    currency: currencyInBody,
    from: Type.Optional({ ...decimal, description: 'The lowest invoice total. Give either from or below.' }),
    below: Type.Optional({ ...decimal, description: 'Applies below this invoice total.' }),
    confirmations: Type.Union([Type.Integer({ minimum: 1, maximum: 10_000 }), Type.Literal('finalized')], {
      description: 'With from: at least this many, or a final block. With below: this many instead of the default.',
    }),
  },
  { additionalProperties: false },
);

const SettingsFields = fieldsOf('app_settings', {
  quote_window: Type.Integer({ minimum: 300, maximum: 3600, description: 'How long a quote is valid, in seconds.' }),
  underpayment_tolerance: Type.Object(
    {
      percent: Type.Number({ minimum: 0, maximum: 10, description: 'Of the total; up to two decimals.' }),
      fiat_max: Type.Optional(nullable({ ...decimal, description: "At most this, in the invoice's currency." })),
    },
    { additionalProperties: false, description: 'How far below its total an invoice still counts as paid.' },
  ),
  amount_room: Type.Object(
    {
      percent: Type.Number({ minimum: 0, maximum: 5, description: 'Share of the price; up to two decimals.' }),
      fiat_max: Type.Optional(nullable({ ...decimal, description: "At most this, in the invoice's currency." })),
    },
    {
      additionalProperties: false,
      description:
        'By how much a quote on a shared address may exceed the price, to make its amount unique; at least 0.01.',
    },
  ),
  late_payments: oneOf(latePaymentPolicies),
  confirmations_by_value: Type.Array(Tier, {
    maxItems: 20,
    description:
      'More for large totals, fewer for small ones; never fewer than the operator or the coin’s terms allow.',
  }),
  unconfirmed_payments: Type.Object(
    {
      confirmed_inputs: Type.Optional(Type.Boolean({ description: 'Only payments that spend confirmed outputs.' })),
      fee_within_blocks: Type.Optional(
        nullable(
          Type.Integer({
            minimum: 2,
            maximum: 144,
            description:
              'Only payments with a fee that should confirm within this many blocks; none without an estimate.',
          }),
        ),
      ),
      quiet_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 600,
          description: 'Only after this many seconds without a conflicting transaction.',
        }),
      ),
      hourly_max: Type.Optional(
        nullable(
          Type.Object(
            {
              currency: currencyInBody,
              amount: decimal,
            },
            {
              additionalProperties: false,
              description: 'The maximum that is accepted unconfirmed within an hour, over all coins of the app.',
            },
          ),
        ),
      ),
    },
    {
      additionalProperties: false,
      description: 'Further conditions to accept a payment unconfirmed.',
    },
  ),
  stablecoins: oneOf(stablecoinPolicies),
  unpaid_addresses_max: Type.Integer({
    minimum: 20,
    maximum: 100_000,
    description: [
      'How many addresses of an extended public key may wait for a first payment, on one network.',
      'Further invoices share',
      'one address of the key and differ by amount. Invoices of payment links have the same number of their own.',
    ].join(' '),
  }),
  support_contact: nullable(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Shown to customers: an e-mail address, a URL, a number.',
    }),
  ),
  branding: Type.Object(
    {
      color: Type.Optional(nullable(Type.String({ pattern: colorPattern, description: '#rrggbb' }))),
      logo: Type.Optional(nullable(Type.String({ format: 'uri', maxLength: 1000, description: 'URL of an image.' }))),
    },
    { additionalProperties: false },
  ),
  embed_origins: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string', format: 'uri', maxLength: 300 },
    maxItems: 20,
    uniqueItems: true,
    description:
      'Origins that may frame the checkout, such as https://shop.example. null: that of the app’s `url`. []: none.',
    examples: [['https://shop.example']],
  }),
  webhook_defaults: Type.Object(
    {
      events: Type.Unsafe<string[] | null>({
        type: ['array', 'null'],
        items: { type: 'string', enum: [...eventTypes] },
        minItems: 1,
        uniqueItems: true,
        description: 'The default events of a new webhook; null for all.',
      }),
    },
    { additionalProperties: false },
  ),
  app_token_may: Type.Array(oneOf(appTokenActs), {
    uniqueItems: true,
    description: 'The decisions that the app token may make about payments; none by default.',
  }),
});

export const UpdateSettingsBody = Type.Partial(Type.Object(SettingsFields), { additionalProperties: false });

/** Returns the given settings in their stored form. Throws a Problem that names each invalid field. */
export function readSettingsBody(body: Static<typeof UpdateSettingsBody>): Partial<SettingsJson> {
  const errors: FieldError[] = [];
  const { underpayment_tolerance: tolerance, confirmations_by_value: givenTiers, branding, ...others } = body;
  const tiers = givenTiers?.map((tier) => ({ ...tier, currency: tier.currency.toUpperCase() }));
  const { unconfirmed_payments: unconfirmed, amount_room: room, ...rest } = others;
  for (const [field, share] of [
    ['underpayment_tolerance', tolerance],
    ['amount_room', room],
  ] as const)
    if (share !== undefined && typeof parseUnits(String(share.percent), 2) !== 'bigint')
      errors.push({ field: `${field}.percent`, code: 'too_many_decimals', message: 'At most 2 decimals.' });
  tiers?.forEach((tier, index) => {
    errors.push(...tierErrors(tier, `confirmations_by_value.${index}`));
  });
  const given = unconfirmed?.hourly_max ?? null;
  const hourly = given === null ? null : { ...given, currency: given.currency.toUpperCase() };
  if (hourly !== null && currencyOf(hourly.currency) === null)
    errors.push(unknownCurrency('unconfirmed_payments.hourly_max.currency'));
  if (typeof branding?.logo === 'string' && !isWebUrl(branding.logo))
    errors.push({ field: 'branding.logo', code: 'invalid_format', message: 'Must be an http or https address.' });
  others.embed_origins?.forEach((origin, index) => {
    if (frameOrigin(origin) !== origin) errors.push(noOrigin(`embed_origins.${index}`));
  });
  if (errors.length > 0) throw new Problem('validation_failed', { errors });
  return {
    ...rest,
    ...(tolerance && {
      underpayment_tolerance: { percent: tolerance.percent, fiat_max: tolerance.fiat_max ?? null },
    }),
    ...(room && { amount_room: { percent: room.percent, fiat_max: room.fiat_max ?? null } }),
    ...(tiers && { confirmations_by_value: tiers as SettingsJson['confirmations_by_value'] }),
    ...(unconfirmed && {
      unconfirmed_payments: {
        confirmed_inputs: unconfirmed.confirmed_inputs ?? false,
        fee_within_blocks: unconfirmed.fee_within_blocks ?? null,
        quiet_seconds: unconfirmed.quiet_seconds ?? 0,
        hourly_max: hourly,
      },
    }),
    ...(branding && { branding: { color: branding.color ?? null, logo: branding.logo ?? null } }),
  };
}

function tierErrors(tier: Static<typeof Tier>, field: string): FieldError[] {
  const errors = currencyOf(tier.currency) === null ? [unknownCurrency(`${field}.currency`)] : [];
  if ((tier.from === undefined) === (tier.below === undefined))
    errors.push({ field: `${field}.from`, code: 'invalid_format', message: 'Give either from or below.' });
  if (tier.below !== undefined && tier.confirmations === 'finalized')
    errors.push({ field: `${field}.confirmations`, code: 'invalid_format', message: 'With below, a number.' });
  return errors;
}

function unknownCurrency(field: string): FieldError {
  return { field, code: 'unknown_currency', message: 'No such ISO 4217 currency.' };
}

function noOrigin(field: string): FieldError {
  return { field, code: 'invalid_format', message: 'Must be an origin such as https://shop.example, without a path.' };
}

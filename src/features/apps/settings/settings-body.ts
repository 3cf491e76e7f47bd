// The settings that an owner writes: their bounds, and the checks that a schema cannot make.
import type { Static } from 'typebox';
import { latePaymentPolicies, stablecoinPolicies } from '../../../core/app-settings.ts';
import { eventTypes } from '../../../core/event.ts';
import { currencyOf } from '../../../core/money/currency.ts';
import { parseUnits } from '../../../core/money/decimal.ts';
import { type FieldError, Problem } from '../../../core/problem.ts';
import { decimal, isWebUrl, nullable } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { SettingsJson } from './settings-json.ts';

const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] });

const Tier = Type.Object(
  {
    currency: Type.String({ pattern: '^[A-Z]{3}$', maxLength: 3, description: 'ISO 4217 code, upper case.' }),
    from: { ...decimal, description: 'From this invoice total on.' },
    confirmations: Type.Union([Type.Integer({ minimum: 1, maximum: 10_000 }), Type.Literal('finalized')], {
      description: 'At least so many confirmations, or a block that the network calls final.',
    }),
  },
  { additionalProperties: false },
);

export const SettingsFields = {
  quote_window: Type.Integer({ minimum: 300, maximum: 3600, description: 'How long a quote holds, in seconds.' }),
  underpayment_tolerance: Type.Object(
    {
      percent: Type.Number({ minimum: 0, maximum: 10, description: 'Of the total; up to two decimals.' }),
      fiat_max: Type.Optional(nullable({ ...decimal, description: "At most this, in the invoice's currency." })),
    },
    { additionalProperties: false, description: 'How far below its total an invoice still counts as paid.' },
  ),
  late_payments: oneOf(latePaymentPolicies),
  confirmations_by_value: Type.Array(Tier, {
    maxItems: 20,
    description: 'Asks for more where more is at stake; never for less than the network does.',
  }),
  stablecoins: oneOf(stablecoinPolicies),
  unpaid_addresses_max: Type.Integer({
    minimum: 20,
    maximum: 100_000,
    description:
      'How many addresses of an extended public key may wait at once, on one network, to be paid for the first time.',
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
      color: Type.Optional(nullable(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: '#rrggbb' }))),
      logo: Type.Optional(nullable(Type.String({ format: 'uri', maxLength: 1000, description: 'URL of an image.' }))),
    },
    { additionalProperties: false },
  ),
  webhook_defaults: Type.Object(
    {
      events: Type.Unsafe<string[] | null>({
        type: ['array', 'null'],
        items: { type: 'string', enum: [...eventTypes] },
        minItems: 1,
        uniqueItems: true,
        description: 'What a new webhook is sent where its creator does not say; null for everything.',
      }),
    },
    { additionalProperties: false },
  ),
};

export const UpdateSettingsBody = Type.Partial(Type.Object(SettingsFields), { additionalProperties: false });

/** What is given, as it is kept. Throws Problem naming each field at fault. */
export function readSettingsBody(body: Static<typeof UpdateSettingsBody>): Partial<SettingsJson> {
  const errors: FieldError[] = [];
  const { underpayment_tolerance: tolerance, confirmations_by_value: tiers, branding, ...rest } = body;
  if (tolerance !== undefined && typeof parseUnits(String(tolerance.percent), 2) !== 'bigint')
    errors.push({ field: 'underpayment_tolerance.percent', code: 'too_many_decimals', message: 'At most 2 decimals.' });
  tiers?.forEach((tier, index) => {
    if (currencyOf(tier.currency) === null)
      errors.push({
        field: `confirmations_by_value.${index}.currency`,
        code: 'unknown_currency',
        message: 'No such ISO 4217 currency.',
      });
  });
  if (typeof branding?.logo === 'string' && !isWebUrl(branding.logo))
    errors.push({ field: 'branding.logo', code: 'invalid_format', message: 'Must be an http or https address.' });
  if (errors.length > 0) throw new Problem('validation_failed', { errors });
  return {
    ...rest,
    ...(tolerance && {
      underpayment_tolerance: { percent: tolerance.percent, fiat_max: tolerance.fiat_max ?? null },
    }),
    ...(tiers && { confirmations_by_value: tiers as SettingsJson['confirmations_by_value'] }),
    ...(branding && { branding: { color: branding.color ?? null, logo: branding.logo ?? null } }),
  };
}

// The API representation of an app's settings, including the defaults.

import { appTokenActs, embedOriginsOf } from '../../../../core/app-settings.ts';
import { nullable } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { App } from '../store.ts';
import { type SettingsJson, settingsToJson } from './app-rows.ts';

const text = (values?: readonly string[]) =>
  Type.Unsafe<string>({ type: 'string', ...(values ? { enum: values } : {}) });

export const AppSettingsView = Type.Object({
  quote_window: Type.Integer({ description: 'How long a quote is valid, in seconds.' }),
  underpayment_tolerance: Type.Object({ percent: Type.Number(), fiat_max: nullable(Type.String()) }),
  amount_room: Type.Object({ percent: Type.Number(), fiat_max: nullable(Type.String()) }),
  late_payments: text(['accept_at_locked_rate', 'accept_if_worth_the_due', 'hold']),
  confirmations_by_value: Type.Array(
    Type.Object({
      currency: Type.String(),
      from: Type.Optional(Type.String({ examples: ['50.00'] })),
      below: Type.Optional(Type.String()),
      confirmations: Type.Union([Type.Integer(), Type.Literal('finalized')]),
    }),
  ),
  unconfirmed_payments: Type.Object({
    confirmed_inputs: Type.Boolean(),
    fee_within_blocks: nullable(Type.Integer()),
    quiet_seconds: Type.Integer(),
    hourly_max: nullable(Type.Object({ currency: Type.String(), amount: Type.String() })),
  }),
  stablecoins: text(['at_par', 'at_market']),
  unpaid_addresses_max: Type.Integer(),
  support_contact: nullable(Type.String()),
  branding: Type.Object({ color: nullable(Type.String()), logo: nullable(Type.String()) }),
  embed_origins: Type.Array(Type.String(), {
    description: 'Origins that may frame the checkout: by default that of the app’s `url`.',
  }),
  webhook_defaults: Type.Object({
    events: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  }),
  app_token_may: Type.Array(text([...appTokenActs])),
});

export function appSettingsView({ settings, url }: Pick<App, 'settings' | 'url'>) {
  const shown = { ...settingsToJson(settings), embed_origins: embedOriginsOf(settings, url) };
  return shown as SettingsJson & {
    embed_origins: string[];
    confirmations_by_value: {
      currency: string;
      from?: string;
      below?: string;
      confirmations: number | 'finalized';
    }[];
    webhook_defaults: { events: string[] | null };
    app_token_may: string[];
  };
}

// The effects of each scope, for the consent page, the console, and the proof that a consent needs.
import type { Scope } from '../access.ts';
import { type Effect, effectTerms } from './effect.ts';

/** test/interface/effects/scope-effects.test.ts proves that the operations and the table of effects agree with it. */
export const scopeEffects: Readonly<Record<Scope, readonly Effect[]>> = {
  'invoices:read': [],
  'invoices:write': ['customers_elsewhere'],
  'invoices:settle': ['less_accepted'],
  'transactions:read': [],
  'transactions:write': [],
  'payments:assign': ['payment_decided'],
  'refunds:write': ['refund_prepared'],
  'apps:read': [],
  'apps:write': ['customers_elsewhere', 'shop_stops'],
  'apps:token': ['token_shown'],
  'addresses:read': [],
  'addresses:write': ['money_elsewhere'],
  'webhooks:read': [],
  'webhooks:write': ['customers_elsewhere', 'shop_stops'],
  'account:read': [],
  'account:write': ['access_changed'],
};

/** Whether an effect requires this scope by name, which means that the scope can cost the merchant money. */
export function costsMoney(scope: Scope): boolean {
  return scopeEffects[scope].some((effect) => effectTerms[effect].scope === scope);
}

/** A sentence such as 'It can switch off parts of your shop.' Empty for a scope without effects. */
export function effectWords(scope: Scope): string {
  if (costsMoney(scope)) return 'It can cost you money.';
  const words = scopeEffects[scope].map((effect) => effectTerms[effect].words);
  return words.length === 0 ? '' : `It can ${words.join(', and ')}.`;
}

// Descriptions of the scopes for the person who is asked to grant them.
import { type Scope, scopes } from './access.ts';

/** A scope of the API, or one of OpenID Connect. */
export type AskedScope = Scope | 'openid' | 'profile' | 'email' | 'offline_access';

export const scopeWords: Readonly<Record<AskedScope, string>> = {
  openid: 'Know who you are on this instance',
  profile: 'See your name and picture',
  email: 'See your e-mail address',
  offline_access: 'Keep this access while you are away',
  'invoices:read': 'See your invoices',
  'invoices:write': 'Create, change and cancel your invoices',
  'invoices:settle': 'Settle invoices that were not fully paid, and change which payments count',
  'transactions:read': 'See your transactions',
  'transactions:write': 'Create and cancel transactions',
  'payments:assign': 'Decide which invoice a payment belongs to, or set it aside',
  'refunds:write': 'Prepare, change and cancel refunds. Only your wallet can send them',
  'apps:read': 'See your apps',
  'apps:write': 'Create and change your apps',
  'apps:token': 'See and replace the secret tokens of your apps',
  'addresses:read': 'See the addresses where you are paid',
  'addresses:write': 'Change the addresses where you are paid',
  'webhooks:read': 'See your webhooks',
  'webhooks:write': 'Create and change your webhooks, which are sent everything that happens, customers included',
  'account:read': 'See the settings of your account',
  'account:write': 'Change the settings of your account',
};

/** The requested scopes that this instance supports, in the order of the list above. Others are never granted. */
export function knownScopes(asked: string): AskedScope[] {
  const names = new Set(asked.split(' '));
  return (Object.keys(scopeWords) as AskedScope[]).filter((scope) => names.has(scope));
}

export function isApiScope(scope: string): scope is Scope {
  return (scopes as readonly string[]).includes(scope);
}

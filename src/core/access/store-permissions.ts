// The permissions of BTCPay Greenfield that a shop's key can have, and the scopes that each of them needs.
import { type AppTokenScope, appTokenScopes } from './app-token-scopes.ts';

/** In the order in which pages list them. Source: the Greenfield API of BTCPay Server. */
export const storePermissions = [
  'btcpay.store.canviewinvoices',
  'btcpay.store.cancreateinvoice',
  'btcpay.store.canmodifyinvoices',
  'btcpay.store.canviewstoresettings',
  'btcpay.store.webhooks.canmodifywebhooks',
  'btcpay.store.cancreatenonapprovedpullpayments',
] as const;
export type StorePermission = (typeof storePermissions)[number];

const reading = ['invoices:read', 'transactions:read'] as const;

const scopesOf: Readonly<Record<StorePermission, readonly AppTokenScope[]>> = {
  'btcpay.store.canviewinvoices': reading,
  'btcpay.store.cancreateinvoice': ['invoices:write'],
  'btcpay.store.canmodifyinvoices': [...reading, 'invoices:write', 'invoices:settle'],
  'btcpay.store.canviewstoresettings': [],
  'btcpay.store.webhooks.canmodifywebhooks': ['webhooks:write'],
  'btcpay.store.cancreatenonapprovedpullpayments': ['refunds:write'],
};

/** Without duplicates, in the order of all scopes. Empty if the permissions need none. */
export function scopesOfPermissions(permissions: readonly StorePermission[]): AppTokenScope[] {
  const needed = new Set(permissions.flatMap((permission) => scopesOf[permission]));
  return appTokenScopes.filter((scope) => needed.has(scope));
}

export interface AskedPermissions {
  /** Without duplicates, in the order of `storePermissions`. */
  readonly known: readonly StorePermission[];
  /** As they were sent. */
  readonly unknown: readonly string[];
}

/** Reads names with or without the prefix `btcpay.store.`, and with or without the id of a store behind a colon. */
export function readPermissions(sent: readonly string[]): AskedPermissions {
  const found = new Set<string>();
  const unknown = new Set<string>();
  for (const text of sent) {
    const [name = ''] = text.trim().toLowerCase().split(':', 1);
    const full = storePermissions.find((one) => one === name || one === `btcpay.store.${name}`);
    if (full !== undefined) found.add(full);
    else if (text.trim() !== '') unknown.add(text.trim());
  }
  return { known: storePermissions.filter((one) => found.has(one)), unknown: [...unknown] };
}

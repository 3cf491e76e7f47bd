// The scopes that a scoped app token can have, and the scopes that a member may give it.
import type { Scope } from '../access.ts';
import { type Permission, type Role, roleAllows } from './team.ts';

/**
 * For each scope, the permissions that its operations ask of the maker's role. App tokens call no operation with
 * another scope.
 */
export const permissionsByScope = {
  'invoices:read': ['read', 'export'],
  'invoices:write': ['invoices', 'cancel'],
  'invoices:settle': ['settle'],
  'transactions:read': ['read', 'sandbox'],
  'transactions:write': ['invoices', 'sandbox'],
  'payments:assign': ['assign'],
  'refunds:write': ['refund'],
  'apps:read': ['read', 'requests'],
  'apps:write': ['read'],
  'addresses:read': ['read'],
  'webhooks:read': ['read'],
  'webhooks:write': ['webhooks'],
} as const satisfies Partial<Readonly<Record<Scope, readonly Permission[]>>>;

export type AppTokenScope = keyof typeof permissionsByScope;
export const appTokenScopes = Object.keys(permissionsByScope) as AppTokenScope[];

/** Whether a token of a member with this role can use the scope for anything. */
export function isWithinRole(scope: AppTokenScope, role: Role): boolean {
  return permissionsByScope[scope].some((permission) => roleAllows(role, permission));
}

// The permissions of each role in an app's team.

export const roles = ['owner', 'accountant', 'support', 'developer'] as const;
export type Role = (typeof roles)[number];

/**
 * read: everything of the app except its token. export: download lists of payments. cancel: cancel an invoice.
 * refund: prepare and cancel refunds. main_token: see and replace the app's main token. tokens: make further tokens of
 * the app. webhooks: endpoints, their secrets and deliveries. requests: the log of API calls. sandbox: simulate the
 * payments of development apps. invoices: create and change invoices. apps: the app, its coins and its terms.
 * addresses: where the app is paid. team: manage the members.
 */
export type Permission =
  | 'read'
  | 'export'
  | 'settle'
  | 'assign'
  | 'cancel'
  | 'refund'
  | 'main_token'
  | 'tokens'
  | 'webhooks'
  | 'requests'
  | 'sandbox'
  | 'invoices'
  | 'apps'
  | 'addresses'
  | 'team';

/** A member as stored in the database. The row's MAC covers these fields, the app and the person. */
export interface Member {
  readonly id: string;
  readonly role: Role;
  /** RFC 3339. */
  readonly since: string;
  /** In hexadecimal; null if the row has no MAC. */
  readonly mac: string | null;
}

/** The members of an app, by person id. */
export type Members = Readonly<Record<string, Member>>;

/** Whether the service itself wrote this membership of the person in the app. */
export type Vouching = (appId: string, userId: string, member: Member) => boolean;

const table: Readonly<Record<Exclude<Role, 'owner'>, ReadonlySet<Permission>>> = {
  accountant: new Set<Permission>(['read', 'export']),
  support: new Set<Permission>(['read', 'settle', 'assign', 'cancel', 'refund']),
  developer: new Set<Permission>(['read', 'tokens', 'webhooks', 'requests', 'sandbox']),
};

/** Whether this role has the permission. Null is a permission that only owners have. */
export function roleAllows(role: Role, permission: Permission | null): boolean {
  return role === 'owner' || (permission !== null && table[role].has(permission));
}

/** The roles that have the permission, owner first. */
export function rolesAllowed(permission: Permission | null): Role[] {
  return roles.filter((role) => roleAllows(role, permission));
}

/**
 * Whether an owner may approve a change by another owner before its delay is over. The approver must have made the app,
 * or must have been an owner for as long as the delay. Otherwise a stolen session of an owner could invite a second
 * owner and approve at once.
 */
export function mayApprove(
  owner: { readonly since: Date; readonly madeIt: boolean },
  delayMillis: number,
  now: Date,
): boolean {
  return owner.madeIt || now.getTime() - owner.since.getTime() >= delayMillis;
}

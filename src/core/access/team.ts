// What each member of an app's team may do: the one table of roles.

export const roles = ['owner', 'accountant', 'support', 'developer'] as const;
export type Role = (typeof roles)[number];

/**
 * read: everything of the app but its token. export: lists of payments as files. cancel: an invoice. main_token: see
 * the app's main token, and make a new one. tokens: make further tokens of the app. webhooks: endpoints, their secrets
 * and deliveries. sandbox: play payments of development apps. invoices: make and change them. apps: the app, its coins
 * and its terms. addresses: where it is paid. team: who else is a member.
 */
export type Permission =
  | 'read'
  | 'export'
  | 'settle'
  | 'assign'
  | 'cancel'
  | 'main_token'
  | 'tokens'
  | 'webhooks'
  | 'sandbox'
  | 'invoices'
  | 'apps'
  | 'addresses'
  | 'team';

/** A member as the database has it: what the MAC of the row is over, beside the app and the person. */
export interface Member {
  readonly id: string;
  readonly role: Role;
  /** RFC 3339. */
  readonly since: string;
  /** In hexadecimal; null where the row has none. */
  readonly mac: string | null;
}

/** The people of an app, by their ids. Whoever is not here is nobody to it. */
export type Members = Readonly<Record<string, Member>>;

/** Whether the service itself wrote that this person is this member of the app. */
export type Vouching = (appId: string, userId: string, member: Member) => boolean;

const table: Readonly<Record<Exclude<Role, 'owner'>, ReadonlySet<Permission>>> = {
  accountant: new Set<Permission>(['read', 'export']),
  support: new Set<Permission>(['read', 'settle', 'assign', 'cancel']),
  developer: new Set<Permission>(['read', 'tokens', 'webhooks', 'sandbox']),
};

/** Whether a member with this role may do that. null is what no other role was given: an owner may do it. */
export function roleAllows(role: Role, permission: Permission | null): boolean {
  return role === 'owner' || (permission !== null && table[role].has(permission));
}

/** The roles that may do that, the owner's first. */
export function rolesAllowed(permission: Permission | null): Role[] {
  return roles.filter((role) => roleAllows(role, permission));
}

/**
 * Whether an owner may let a change of another owner through before its time: one who made the app, or has been an
 * owner for as long as changes wait. Whoever took an owner's session could otherwise invite an owner of their own who
 * approves at once.
 */
export function mayApprove(
  owner: { readonly since: Date; readonly madeIt: boolean },
  delayMillis: number,
  now: Date,
): boolean {
  return owner.madeIt || now.getTime() - owner.since.getTime() >= delayMillis;
}

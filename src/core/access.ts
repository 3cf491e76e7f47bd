// Callers, and the operations that each caller may use. These rules are pure: a Caller is built after its token was
// read.

import { authenticationNeeded, scopeMissing, wrongCredential } from './access/refusal-words.ts';
import {
  type Member,
  type Members,
  type Permission,
  type Role,
  roleAllows,
  rolesAllowed,
  type Vouching,
} from './access/team.ts';
import { Problem } from './problem.ts';

export const scopes = [
  'invoices:read',
  'invoices:write',
  'invoices:settle',
  'transactions:read',
  'transactions:write',
  'payments:assign',
  'refunds:write',
  'apps:read',
  'apps:write',
  'apps:token',
  'addresses:read',
  'addresses:write',
  'webhooks:read',
  'webhooks:write',
  'account:read',
  'account:write',
] as const;
export type Scope = (typeof scopes)[number];

const recentMillis = 15 * 60_000;

/**
 * The permission that the operation asks of the person's role in an app. If absent, only an owner is allowed. See
 * `asking`.
 */
interface Asking {
  readonly asks?: Permission | null;
  /** Verifies that a member row was written by the service. If absent, the person is a member of no app. */
  readonly vouches?: Vouching;
  readonly noted?: Noted;
}

/**
 * The grounds on which a request was allowed. A repeated request is checked against them before its answer is repeated.
 */
export interface Noted {
  /** The apps in which the person's membership was used. */
  readonly apps: Set<string>;
  /** Whether a recent proof of the person was required. */
  hadProof: boolean;
}

export type Caller =
  | { readonly kind: 'public' }
  | ({
      readonly kind: 'cookie';
      readonly userId: string;
      readonly sessionId: string;
      /** When the person last proved their presence, by signing in or by a later step-up. */
      readonly provedAt: Date;
    } & Asking)
  | PatCaller
  | AppTokenCaller
  | ({
      readonly kind: 'oauth2';
      readonly userId: string;
      readonly clientId: string;
      readonly scopes: readonly string[];
    } & Asking);

/** A personal access token, which may be bound to apps of its owner and to address ranges. */
export interface PatCaller extends Asking {
  readonly kind: 'pat';
  readonly userId: string;
  readonly tokenId: string;
  readonly scopes: readonly string[];
  /** The only apps that the token can see; null for all apps of its owner. */
  readonly appIds: readonly string[] | null;
  /** Whether the token is limited to address ranges. The request was already checked against them. */
  readonly hasAddressRanges: boolean;
}

/** An app's token: the main token, which acts for the app itself, or a scoped one. */
export interface AppTokenCaller extends Asking {
  readonly kind: 'app_token';
  readonly appId: string;
  /** The person who made the app. */
  readonly ownerId: string;
  /** Absent for the main token. */
  readonly scoped?: ScopedToken;
}

/** A further token of an app. It may do what its scopes name, within the present role of the person who made it. */
export interface ScopedToken {
  readonly tokenId: string;
  readonly makerId: string;
  readonly scopes: readonly string[];
  /** Whether a shop calls through a door. The owner who opened it saw what it may do. */
  readonly isDoor?: true;
}

/** Where a request came from, as far as it is known. */
export interface Origin {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/**
 * The methods that an operation accepts. A PAT or an OAuth2 token needs the named scope. Methods that are not named are
 * refused.
 */
export interface Access {
  readonly public?: true;
  readonly cookie?: true;
  /** The person of a browser session must have signed in, or passed a step-up, within the last 15 minutes. */
  readonly recentProof?: true;
  readonly pat?: Scope;
  readonly appToken?: true;
  readonly oauth2?: Scope;
  /** Another scope that is enough for a PAT, an OAuth2 token and a scoped app token. */
  readonly orScope?: Scope;
  /**
   * The permission that a member's role must have, if it differs from the one that the scope implies. Operations that
   * concern no app use `read`.
   */
  readonly permission?: Permission;
}

/** The permission that each scope implies. A token never does more than its person may. */
const permissionOfScope: Readonly<Record<Scope, Permission>> = {
  'invoices:read': 'read',
  'invoices:write': 'invoices',
  'invoices:settle': 'settle',
  'transactions:read': 'read',
  'transactions:write': 'invoices',
  'payments:assign': 'assign',
  'refunds:write': 'refund',
  'apps:read': 'read',
  'apps:write': 'apps',
  'apps:token': 'main_token',
  'addresses:read': 'read',
  'addresses:write': 'addresses',
  'webhooks:read': 'read',
  'webhooks:write': 'webhooks',
  'account:read': 'read',
  'account:write': 'team',
};

/** The permission that an operation asks of a member's role. Null: only owners may use it. */
export function permissionAsked({ permission, pat, oauth2 }: Access): Permission | null {
  const scope = pat ?? oauth2;
  return permission ?? (scope === undefined ? null : permissionOfScope[scope]);
}

/** The caller, with the permission that the operation asks. It decides which apps the caller may reach. */
export function asking(caller: Caller, access: Access): Caller {
  if (caller.kind === 'public' || personBehind(caller) === null) return caller;
  return { ...caller, asks: permissionAsked(access), noted: { apps: new Set(), hadProof: false } };
}

/** The person whose role limits the caller. For a scoped app token this is its maker. Null for an app's main token. */
export function personBehind(caller: Caller): string | null {
  if (caller.kind === 'app_token') return caller.scoped?.makerId ?? null;
  return 'userId' in caller ? caller.userId : null;
}

/** The scopes of a token; null for callers without scopes. */
function scopesOf(caller: Caller): readonly string[] | null {
  if (caller.kind === 'app_token') return caller.scoped?.scopes ?? null;
  return 'scopes' in caller ? caller.scopes : null;
}

/**
 * Whether the operation accepts any method and its rules do not contradict each other: a recent proof needs browser
 * sessions, and makes no sense for a public operation.
 */
export function definesCallers({ recentProof, permission: _, orScope: __, ...methods }: Access): boolean {
  if (recentProof === true && (methods.public === true || methods.cookie !== true)) return false;
  return Object.values(methods).some((method) => method !== undefined);
}

export type Verdict =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'not_authenticated' }
  | { readonly kind: 'method_not_accepted' }
  | { readonly kind: 'proof_too_old' }
  | { readonly kind: 'insufficient_scope'; readonly scope: Scope };

/** Whether the caller may use the operation at all. Access to particular objects is checked separately (see `owns`). */
export function judge(access: Access, caller: Caller, now: Date): Verdict {
  if (access.public) return { kind: 'allowed' };
  switch (caller.kind) {
    case 'public':
      return { kind: 'not_authenticated' };
    case 'cookie':
      if (!access.cookie) return { kind: 'method_not_accepted' };
      return access.recentProof && !isRecent(caller.provedAt, now) ? { kind: 'proof_too_old' } : { kind: 'allowed' };
    case 'app_token':
      if (!access.appToken) return { kind: 'method_not_accepted' };
      return caller.scoped
        ? judgeScope(access, access.pat ?? access.oauth2, caller.scoped.scopes)
        : { kind: 'allowed' };
    case 'pat':
      return judgeScope(access, access.pat, caller.scopes);
    case 'oauth2':
      return judgeScope(access, access.oauth2, caller.scopes);
  }
}

/** Throws the Problem that explains why the caller may not use the operation. */
export function admit(access: Access, caller: Caller, now: Date): void {
  const verdict = judge(access, caller, now);
  switch (verdict.kind) {
    case 'allowed':
      return;
    case 'not_authenticated':
      throw new Problem('not_authenticated', {
        detail: authenticationNeeded(access),
        headers: { 'www-authenticate': 'Bearer realm="quittance"' },
      });
    case 'method_not_accepted':
      throw new Problem('forbidden', caller.kind === 'public' ? {} : { detail: wrongCredential(access, caller.kind) });
    case 'proof_too_old':
      throw new Problem('reauthentication_required');
    case 'insufficient_scope':
      throw new Problem('insufficient_scope', {
        detail: scopeMissing(verdict.scope, scopesOf(caller) ?? []),
        headers: {
          'www-authenticate': `Bearer realm="quittance", error="insufficient_scope", scope="${verdict.scope}"`,
        },
      });
  }
}

/** Whether the caller is a browser session whose person proved their presence within the last 15 minutes. */
export function provedRecently(caller: Caller, now: Date): boolean {
  if (caller.kind !== 'cookie' || !isRecent(caller.provedAt, now)) return false;
  if (caller.noted !== undefined) caller.noted.hadProof = true;
  return true;
}

/** Whether the caller may read under this scope. Callers without scopes may read everything they own. */
export function mayRead(scope: Scope, caller: Caller): boolean {
  return scopesOf(caller)?.includes(scope) !== false;
}

/** An app and its members. */
interface TeamOf {
  readonly id: string;
  readonly members: Members;
}

/**
 * The caller's role in an app. A scoped token has the role of its maker. Null for a person who is no member, for the
 * main token of an app, and for a token bound to other apps.
 */
export function roleIn(caller: Caller, app: TeamOf): Role | null {
  return roleAs(caller, app.id, app.members[personBehind(caller) ?? '']);
}

/** Like roleIn, with the member row already read. */
export function roleAs(caller: Caller, appId: string, member: Member | undefined): Role | null {
  const person = personBehind(caller);
  if (caller.kind === 'public' || person === null || member === undefined) return null;
  if (boundApps(caller)?.includes(appId) === false) return null;
  if (caller.vouches?.(appId, person, member) !== true) return null;
  caller.noted?.apps.add(appId);
  return member.role;
}

/** Whether the caller has this permission in the app, as a member whose role allows it or as the app itself. */
export function mayDo(caller: Caller, app: TeamOf, permission: Permission | null): boolean {
  if (caller.kind === 'app_token' && caller.scoped === undefined) return caller.appId === app.id;
  const role = roleIn(caller, app);
  return role !== null && roleAllows(role, permission);
}

/** Whether the caller may do with the app what the current operation asks. */
export function owns(caller: Caller, app: TeamOf): boolean {
  return mayDo(caller, app, asked(caller));
}

/**
 * Like `owns`, but explains a refusal to members. Returns false if the caller cannot see the app. Throws Problem
 * role_required, which names the sufficient roles, if the caller's role is not enough.
 */
export function admitsTo(app: TeamOf, caller: Caller): boolean {
  if (roleIn(caller, app) !== null) requireRole(caller, app, asked(caller));
  return owns(caller, app);
}

/** Throws Problem role_required, which names the sufficient roles, unless the caller has this permission in the app. */
export function requireRole(caller: Caller, app: TeamOf, permission: Permission | null): void {
  if (mayDo(caller, app, permission)) return;
  const needed = rolesAllowed(permission).join(' or ');
  throw new Problem('role_required', {
    detail: `${roleHolder(caller)} in the app is ${roleIn(caller, app)}. It must be: ${needed}.`,
  });
}

function roleHolder({ kind }: Caller): string {
  return kind === 'app_token' ? 'The role of the maker of this token' : 'Your role';
}

function asked(caller: Caller): Permission | null {
  return 'asks' in caller ? (caller.asks ?? null) : null;
}

/**
 * Whether the app is hidden from this caller because its token is bound to other apps. It applies to public data too.
 */
export function isBoundElsewhere(caller: Caller, appId: string): boolean {
  if (caller.kind === 'app_token') return caller.appId !== appId;
  return boundApps(caller)?.includes(appId) === false;
}

/** The only apps that this caller can see, if its token is bound to apps; null for all apps of its owner. */
export function boundApps(caller: Caller): readonly string[] | null {
  if (caller.kind === 'app_token' && caller.scoped !== undefined) return [caller.appId];
  return caller.kind === 'pat' ? caller.appIds : null;
}

/**
 * Throws Problem token_bound_to_apps if the token is bound to apps. For operations that concern no app or create a new
 * one.
 */
export function refuseBoundToApps(caller: Caller): void {
  if (boundApps(caller) !== null) throw new Problem('token_bound_to_apps');
}

/**
 * Throws Problem address_range_required for a token without address ranges on a production app. A leaked token must not
 * redirect the app's money. Only personal access tokens can have address ranges.
 */
export function requireAddressRange(caller: Caller, app: { readonly environment: string }): void {
  if (scopesOf(caller) === null || app.environment !== 'production') return;
  if (caller.kind === 'pat' && caller.hasAddressRanges) return;
  throw new Problem('address_range_required');
}

function isRecent(provedAt: Date, now: Date): boolean {
  return now.getTime() - provedAt.getTime() <= recentMillis;
}

function judgeScope({ orScope }: Access, scope: Scope | undefined, held: readonly string[]): Verdict {
  if (scope === undefined) return { kind: 'method_not_accepted' };
  if (orScope !== undefined && held.includes(orScope)) return { kind: 'allowed' };
  return held.includes(scope) ? { kind: 'allowed' } : { kind: 'insufficient_scope', scope };
}

// Who calls, and what each operation lets them do. Pure: the token was already read when a Caller exists.

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

/** What the operation that a person calls asks of their role in an app; an owner's where left out: see `asking`. */
interface Asking {
  readonly asks?: Permission | null;
  /** Tells members from rows that somebody wrote past the service; without it, the person is a member of no app. */
  readonly vouches?: Vouching;
  readonly noted?: Noted;
}

/** What a request was let in by, written down as it is asked, to be asked again before its answer is repeated. */
export interface Noted {
  /** As whose member. */
  readonly apps: Set<string>;
  /** Whether a recent proof of the person was asked for. */
  hadProof: boolean;
}

export type Caller =
  | { readonly kind: 'public' }
  | ({
      readonly kind: 'cookie';
      readonly userId: string;
      readonly sessionId: string;
      /** When the person last proved to be there: by the sign-in, or by a step-up since. */
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
  /** The only apps that there are for it; null: all of its owner's. */
  readonly appIds: readonly string[] | null;
  /** Whether it works from certain addresses only. It was already seen to come from one of them. */
  readonly hasAddressRanges: boolean;
}

/** An app's token: its main one, which acts for the app itself, or a scoped one. */
export interface AppTokenCaller extends Asking {
  readonly kind: 'app_token';
  readonly appId: string;
  /** The person who made the app. */
  readonly ownerId: string;
  /** Absent for the main token. */
  readonly scoped?: ScopedToken;
}

/** A further token of an app. It may do what its scopes name, as far as the present role of its maker allows it. */
export interface ScopedToken {
  readonly tokenId: string;
  readonly makerId: string;
  readonly scopes: readonly string[];
}

/** Where a request came from, as far as it can be told. */
export interface Origin {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/**
 * The methods that an operation accepts. A PAT or an OAuth2 token needs the scope named for it. Nothing is allowed that
 * is not said.
 */
export interface Access {
  readonly public?: true;
  readonly cookie?: true;
  /**
   * A browser session's person must have signed in, or proved themselves anew (step-up), within the last 15 minutes.
   */
  readonly recentProof?: true;
  readonly pat?: Scope;
  readonly appToken?: true;
  readonly oauth2?: Scope;
  /**
   * What the role of a member of the app must allow, where that is not what the scope stands for; `read` for what is
   * about no app.
   */
  readonly permission?: Permission;
}

/** What a scope lets a token do, in the words of roles: a token never does more than its person may. */
const permissionOfScope: Readonly<Record<Scope, Permission>> = {
  'invoices:read': 'read',
  'invoices:write': 'invoices',
  'invoices:settle': 'settle',
  'transactions:read': 'read',
  'transactions:write': 'invoices',
  'payments:assign': 'assign',
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

/** What an operation asks of the role of a member; null: nothing that anybody but an owner may. */
export function permissionAsked({ permission, pat, oauth2 }: Access): Permission | null {
  const scope = pat ?? oauth2;
  return permission ?? (scope === undefined ? null : permissionOfScope[scope]);
}

/** The caller of an operation with this access: whose apps they may touch follows from what it asks. */
export function asking(caller: Caller, access: Access): Caller {
  if (caller.kind === 'public' || personBehind(caller) === null) return caller;
  return { ...caller, asks: permissionAsked(access), noted: { apps: new Set(), hadProof: false } };
}

/** The person whose role bounds the caller: for a scoped token of an app, its maker. Null for an app's main token. */
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
 * Whether somebody may call at all, and no word of it is lost: a recent proof is asked of browser sessions, and of
 * nobody where everybody is let in anyway.
 */
export function saysWhoMayCall({ recentProof, permission: _, ...methods }: Access): boolean {
  if (recentProof === true && (methods.public === true || methods.cookie !== true)) return false;
  return Object.values(methods).some((method) => method !== undefined);
}

export type Verdict =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'not_authenticated' }
  | { readonly kind: 'method_not_accepted' }
  | { readonly kind: 'proof_too_old' }
  | { readonly kind: 'insufficient_scope'; readonly scope: Scope };

/** Whether the caller may use the operation at all; whose objects they may touch is asked separately (see `owns`). */
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
      return caller.scoped ? judgeScope(access.pat ?? access.oauth2, caller.scoped.scopes) : { kind: 'allowed' };
    case 'pat':
      return judgeScope(access.pat, caller.scopes);
    case 'oauth2':
      return judgeScope(access.oauth2, caller.scopes);
  }
}

/** Throws the Problem that tells the caller why they may not use the operation. */
export function admit(access: Access, caller: Caller, now: Date): void {
  const verdict = judge(access, caller, now);
  switch (verdict.kind) {
    case 'allowed':
      return;
    case 'not_authenticated':
      throw new Problem('not_authenticated', { headers: { 'www-authenticate': 'Bearer realm="quittance"' } });
    case 'method_not_accepted':
      throw new Problem('forbidden');
    case 'proof_too_old':
      throw new Problem('reauthentication_required');
    case 'insufficient_scope':
      throw new Problem('insufficient_scope', {
        detail: `The scope ${verdict.scope} is needed. Make a token that has it.`,
        headers: {
          'www-authenticate': `Bearer realm="quittance", error="insufficient_scope", scope="${verdict.scope}"`,
        },
      });
  }
}

/** Whether this is a browser whose person proved to be there within the last 15 minutes. */
export function provedRecently(caller: Caller, now: Date): boolean {
  if (caller.kind !== 'cookie' || !isRecent(caller.provedAt, now)) return false;
  if (caller.noted !== undefined) caller.noted.hadProof = true;
  return true;
}

/** Whether a token with scopes has this one; who holds no scopes sees all that is theirs. */
export function mayRead(scope: Scope, caller: Caller): boolean {
  return scopesOf(caller)?.includes(scope) !== false;
}

/** An app, and who its people are. */
interface TeamOf {
  readonly id: string;
  readonly members: Members;
}

/**
 * The caller's role in an app, for a scoped token that of its maker. Null for a person who is no member, for the main
 * token of an app, and for a token of other apps.
 */
export function roleIn(caller: Caller, app: TeamOf): Role | null {
  return roleAs(caller, app.id, app.members[personBehind(caller) ?? '']);
}

/** As roleIn, of the row that says which role it is. */
export function roleAs(caller: Caller, appId: string, member: Member | undefined): Role | null {
  const person = personBehind(caller);
  if (caller.kind === 'public' || person === null || member === undefined) return null;
  if (boundApps(caller)?.includes(appId) === false) return null;
  if (caller.vouches?.(appId, person, member) !== true) return null;
  caller.noted?.apps.add(appId);
  return member.role;
}

/** Whether the caller may do that with the app: as a member whose role allows it, or as the app itself. */
export function mayDo(caller: Caller, app: TeamOf, permission: Permission | null): boolean {
  if (caller.kind === 'app_token' && caller.scoped === undefined) return caller.appId === app.id;
  const role = roleIn(caller, app);
  return role !== null && roleAllows(role, permission);
}

/** Whether the caller may do with the app what the operation asks. */
export function owns(caller: Caller, app: TeamOf): boolean {
  return mayDo(caller, app, asked(caller));
}

/**
 * As `owns`, for what is refused otherwise: false where there is no such app for the caller. Throws Problem
 * role_required, naming the roles, to a member whose role does not allow it.
 */
export function admitsTo(app: TeamOf, caller: Caller): boolean {
  if (roleIn(caller, app) !== null) requireRole(caller, app, asked(caller));
  return owns(caller, app);
}

/** Throws Problem role_required, naming the roles that may, unless the caller may do that with the app. */
export function requireRole(caller: Caller, app: TeamOf, permission: Permission | null): void {
  if (mayDo(caller, app, permission)) return;
  const needed = rolesAllowed(permission).join(' or ');
  throw new Problem('role_required', {
    detail: `${whoseRole(caller)} in the app is ${roleIn(caller, app)}. Needed is: ${needed}.`,
  });
}

function whoseRole({ kind }: Caller): string {
  return kind === 'app_token' ? 'The role of the maker of this token' : 'Your role';
}

function asked(caller: Caller): Permission | null {
  return 'asks' in caller ? (caller.asks ?? null) : null;
}

/** Whether there is no such app for this caller, though everybody else may see it: its token is of other apps. */
export function isBoundElsewhere(caller: Caller, appId: string): boolean {
  if (caller.kind === 'app_token') return caller.appId !== appId;
  return boundApps(caller)?.includes(appId) === false;
}

/** The only apps that there are for this caller, where it is bound to some; null: all that are its owner's. */
export function boundApps(caller: Caller): readonly string[] | null {
  if (caller.kind === 'app_token' && caller.scoped !== undefined) return [caller.appId];
  return caller.kind === 'pat' ? caller.appIds : null;
}

/** Throws Problem token_bound_to_apps where the token is bound to apps: for what is of no app, or makes another one. */
export function refuseBoundToApps(caller: Caller): void {
  if (boundApps(caller) !== null) throw new Problem('token_bound_to_apps');
}

/**
 * Throws Problem address_range_required for a token that works from anywhere: one that leaked must not lead the money
 * of a production app elsewhere. Only personal access tokens can have address ranges.
 */
export function requireAddressRange(caller: Caller, app: { readonly environment: string }): void {
  if (scopesOf(caller) === null || app.environment !== 'production') return;
  if (caller.kind === 'pat' && caller.hasAddressRanges) return;
  throw new Problem('address_range_required');
}

function isRecent(provedAt: Date, now: Date): boolean {
  return now.getTime() - provedAt.getTime() <= recentMillis;
}

function judgeScope(scope: Scope | undefined, held: readonly string[]): Verdict {
  if (scope === undefined) return { kind: 'method_not_accepted' };
  return held.includes(scope) ? { kind: 'allowed' } : { kind: 'insufficient_scope', scope };
}

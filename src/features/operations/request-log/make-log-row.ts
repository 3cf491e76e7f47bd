// Makes the row of a logged call: its caller, its error and its bodies without secrets.
import { callerName } from '../../../core/access/caller-name.ts';
import type { Scope } from '../../../core/access.ts';
import type { ProblemCode } from '../../../core/problem.ts';
import { type LoggedBody, loggedAnswer, loggedQuery, loggedRequest } from '../../../core/request-log/left-out.ts';
import type { FinishedCall } from '../../../io/http/calls/record-calls.ts';
import type { Vault } from '../../../io/secrets/vault.ts';
import type { CallerKind, LoggedCall } from './request-log-store.ts';

/** Larger answers are not parsed, because the cut text of a long list is of little use. */
export const mostAnswerCharacters = 256 * 1024;

/** The bodies as sealed. Null for a body that is absent or was not kept. */
export interface LoggedBodies {
  readonly request: LoggedBody | null;
  readonly response: LoggedBody | null;
}

/** Codes of fields that were refused because they hold a private key. The whole body is then not kept. */
const privateCodes: ReadonlySet<string> = new Set(['private_key', 'can_spend']);

/** Returns both bodies without secrets, and the code of the problem. */
export function readBodies(call: FinishedCall): { readonly bodies: LoggedBodies; readonly errorCode: string | null } {
  const answer = parsed(call.answer);
  const problem = call.status >= 400 ? (answer as Partial<ProblemAnswer> | undefined) : undefined;
  const isPrivate = problem?.errors?.some(({ code }) => privateCodes.has(code)) ?? false;
  const bodies = { request: isPrivate ? null : loggedRequest(call.body), response: loggedAnswer(answer) };
  return { bodies, errorCode: problem?.code ?? null };
}

interface ProblemAnswer {
  readonly code: ProblemCode;
  readonly errors?: readonly { readonly code: string }[];
}

function parsed(text: string | null): unknown {
  if (text === null || text.length > mostAnswerCharacters || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Texts that are no JSON, such as exports.
    return undefined;
  }
}

export interface LogRow {
  readonly call: FinishedCall;
  readonly appId: string;
  readonly errorCode: string | null;
  readonly tokenName: string | null;
  /** Null if the app's limit of bodies is reached. */
  readonly bodies: LoggedBodies | null;
  readonly at: Date;
}

export function logRow(vault: Vault, row: LogRow): LoggedCall {
  const { call, appId, errorCode, tokenName, bodies, at } = row;
  const place = { id: call.requestId, appId, createdAt: at };
  return {
    ...place,
    operation: call.operation,
    method: call.method,
    path: call.path,
    query: loggedQuery(call.query),
    status: call.status,
    errorCode,
    callerKind: kindOf(call.caller),
    actor: actorOf(call.caller),
    tokenName,
    durationMs: Math.round(call.millis),
    area: areaOf(call.scope),
    bodiesSealed:
      bodies === null ? null : vault.seal(JSON.stringify(bodies), bodiesContext(place), bodiesDrawer(place)),
  };
}

function kindOf({ kind }: FinishedCall['caller']): CallerKind {
  if (kind === 'cookie') return 'session';
  return kind === 'pat' ? 'personal_access_token' : kind;
}

/** Names the person, and the token that acted for them. */
function actorOf(caller: FinishedCall['caller']): string {
  return caller.kind === 'pat' ? `${callerName(caller)} token:${caller.tokenId}` : callerName(caller);
}

type Place = Pick<LoggedCall, 'id' | 'appId' | 'createdAt'>;

export function bodiesContext({ id }: Pick<Place, 'id'>): string {
  return `request-log:${id}`;
}

/** The vault drawer for the calls of one app on one day (UTC). */
export function bodiesDrawer({ appId, createdAt }: Pick<Place, 'appId' | 'createdAt'>): string {
  return `request-log:${appId}:${Math.floor(createdAt.getTime() / 86_400_000)}`;
}

/** The area of a call's data, by the operation's scope. A token sees the bodies only if it may read the area. */
function areaOf(scope: Scope | undefined): string {
  const area = scope?.split(':', 1)[0] ?? 'account';
  if (area === 'payments') return 'transactions';
  return area === 'refunds' ? 'invoices' : area;
}

// The API representation of a logged call.
import { type Caller, mayRead, type Scope, scopes } from '../../../core/access.ts';
import type { LoggedBody } from '../../../core/request-log/left-out.ts';
import { nullable, time, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Vault } from '../../../io/secrets/vault.ts';
import { VaultFault } from '../../../io/secrets/vault.ts';
import { bodiesContext, bodiesDrawer, type LoggedBodies } from './make-log-row.ts';
import { callerKinds, type LoggedCall } from './request-log-store.ts';

const callFields = {
  id: { ...uuid, description: 'The id of the request.' },
  request_id: { ...uuid, description: 'The same id, as in X-Request-Id and in `request_id` of a problem.' },
  app_id: uuid,
  operation: Type.String({ description: 'The operationId.' }),
  method: Type.String(),
  path: Type.String({ description: 'As received, without the query.', examples: ['/api/invoice'] }),
  query: Type.String({ description: 'Without secrets. Empty if there was none.' }),
  status: Type.Integer({ description: 'The HTTP status of the response.' }),
  error_code: nullable(Type.String({ description: 'The `code` of the problem. Null for a success.' })),
  caller_kind: Type.Unsafe<LoggedCall['callerKind']>({ type: 'string', enum: [...callerKinds] }),
  actor: Type.String({ description: 'The person and their token, or the app by its own token.' }),
  token_name: nullable(
    Type.String({
      description: 'The name of the token or of the OAuth2 client. Null for a session and for the main app token.',
    }),
  ),
  duration_ms: Type.Integer({ description: 'Milliseconds until the response was sent.' }),
  created_at: time,
};

export const LoggedCallView = Type.Object(callFields);

const body = (description: string) => Type.Unsafe<unknown>({ description });

export const LoggedCallWithBodies = Type.Object({
  ...callFields,
  request_body: body('As read, with default values. JSON without secrets; the first 16 KiB as a text if it is cut.'),
  response_body: body('JSON without secrets; the first 16 KiB as a text if it is cut. Null for a stream.'),
  bodies: Type.Unsafe<BodiesState>({
    type: 'string',
    enum: ['complete', 'cut', 'not_kept', 'not_allowed'],
    description: [
      'cut: a body had more than 16 KiB. not_kept: the app reached its limit of logged bodies.',
      'not_allowed: the token lacks the scope to read this data.',
    ].join(' '),
  }),
});

type BodiesState = 'complete' | 'cut' | 'not_kept' | 'not_allowed';

export function loggedCallView(call: LoggedCall) {
  return {
    id: call.id,
    request_id: call.id,
    app_id: call.appId,
    operation: call.operation,
    method: call.method,
    path: call.path,
    query: call.query,
    status: call.status,
    error_code: call.errorCode,
    caller_kind: call.callerKind,
    actor: call.actor,
    token_name: call.tokenName,
    duration_ms: call.durationMs,
    created_at: call.createdAt.toISOString(),
  };
}

/** Shows the bodies to a token only if it may read the same data elsewhere. */
export function fullCallView({ vault }: { readonly vault: Vault }, call: LoggedCall, caller: Caller) {
  const shown = loggedCallView(call);
  const none = { ...shown, request_body: null, response_body: null };
  if (!mayReadArea(call.area, caller)) return { ...none, bodies: 'not_allowed' as const };
  const kept = openBodies(vault, call);
  if (kept === null) return { ...none, bodies: 'not_kept' as const };
  const { request, response } = kept;
  const isCut = request?.isCut === true || response?.isCut === true;
  return {
    ...shown,
    request_body: shownBody(request),
    response_body: shownBody(response),
    bodies: isCut ? ('cut' as const) : ('complete' as const),
  };
}

/** An app's main token has no scopes. It can read everything of its app except the team and its tokens. */
function mayReadArea(area: string, caller: Caller): boolean {
  const isMainToken = caller.kind === 'app_token' && caller.scoped === undefined;
  if (isMainToken) return area !== 'account';
  const scope = scopes.find((one) => one === `${area}:read`) ?? ('account:read' satisfies Scope);
  return mayRead(scope, caller);
}

/** Returns null if the bodies were not kept, or if their key is gone. */
function openBodies(vault: Vault, call: LoggedCall): LoggedBodies | null {
  if (call.bodiesSealed === null) return null;
  try {
    return JSON.parse(vault.open(call.bodiesSealed, bodiesContext(call), bodiesDrawer(call))) as LoggedBodies;
  } catch (error) {
    if (error instanceof VaultFault) return null;
    throw error;
  }
}

function shownBody(kept: LoggedBody | null): unknown {
  if (kept === null) return null;
  return kept.isCut ? kept.text : JSON.parse(kept.text);
}

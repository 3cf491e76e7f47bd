// Finds the app that a call concerns.
import { boundApps, personBehind, roleIn } from '../../../core/access.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { FinishedCall } from '../../../io/http/calls/record-calls.ts';
import { isUuid } from '../../../io/http/schemas.ts';
import { findSoundApp } from '../../people/apps/store.ts';
import { belongsToApp, findAppOf } from './request-log-store.ts';

/** The app itself, or an object that the request names. The request may name one of another owner. */
export type Subject =
  | { readonly kind: 'app'; readonly appId: string }
  | { readonly kind: 'named'; readonly object: string; readonly id: string };

/**
 * Returns the subject of a call by a token or a session, without a query. Null if it concerns no app, or several: an
 * answer about several apps must not be shown to the team of one.
 */
export function subjectOf(call: FinishedCall): Subject | null {
  const { caller, method } = call;
  if (caller.kind === 'app_token') return { kind: 'app', appId: caller.appId };
  // The apps in which the person's role was used, in the order of use. A change begins with the app of its object.
  const used = [...(caller.noted?.apps ?? [])];
  const [first] = used;
  if (first !== undefined) return used.length === 1 || method !== 'GET' ? { kind: 'app', appId: first } : null;
  const [only, ...others] = boundApps(caller) ?? [];
  if (only !== undefined && others.length === 0) return { kind: 'app', appId: only };
  return namedIn(call);
}

/** The app or object that the request names, for a call that ended before its app was known. */
function namedIn({ path, query, params, body }: FinishedCall): Subject | null {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const appId = new URLSearchParams(query).get('app_id') ?? sent.app_id;
  if (typeof appId === 'string') return named('app', appId);
  const object = /^\/api\/([a-z-]+)\/[^/]+/.exec(path)?.[1] ?? '';
  if (params.id !== undefined && (object === 'app' || belongsToApp(object))) return named(object, params.id);
  return typeof sent.invoice_id === 'string' ? named('invoice', sent.invoice_id) : null;
}

function named(object: string, id: string): Subject | null {
  return isUuid(id) ? { kind: 'named', object, id: id.toLowerCase() } : null;
}

/** Returns the app's id. Null if the caller is no member of the app that the request names. */
export async function appOfSubject(
  db: Queryable,
  subject: Subject,
  caller: FinishedCall['caller'],
): Promise<string | null> {
  if (subject.kind === 'app') return subject.appId;
  if (personBehind(caller) === null) return null;
  const appId = subject.object === 'app' ? subject.id : await findAppOf(db, subject.object, subject.id);
  const app = appId === null ? null : await findSoundApp(db, appId);
  return app !== null && roleIn(caller, app) !== null ? app.id : null;
}

// Finds the app that a caller means, if they are of its team, and refuses what their role does not allow and what an
// archived one no longer takes.

import { type Role, rolesAllowed } from '../../../core/access/team.ts';
import { admit, admitsTo, type Caller, personBehind, roleAs } from '../../../core/access.ts';
import { fieldProblem, Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { AdmitAgain } from '../../../io/http/idempotency.ts';
import { isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { type App, findApp, listMemberships, lockApp } from './store.ts';

/**
 * The app with this id, archived or not, if it is the caller's; null otherwise. Throws Problem role_required to a
 * member whose role does not allow what the operation does, as all the others here do.
 */
export async function ownAppOrNull(db: Queryable, id: string, caller: Caller): Promise<App | null> {
  const app = await findApp(db, id);
  return app !== null && admitsTo(app, caller) ? app : null;
}

/**
 * The app named by `app_id`, or by the app token where none is named, archived or not: what it holds can be read.
 * Throws Problem: app_id missing, or not the caller's (the same answer as for one that does not exist).
 */
export async function ownApp(db: Queryable, appId: string | undefined, caller: Caller): Promise<App> {
  const app = await ownAppOrNull(db, appNamed(appId, caller), caller);
  if (app === null) throw new Problem('not_found', { detail: 'There is no such app of the caller.' });
  return app;
}

/** The id of the app that a caller means, whosever it is. Throws Problem naming app_id where nothing names it. */
export function appNamed(appId: string | undefined, caller: Caller): string {
  const id = appId ?? (caller.kind === 'app_token' ? caller.appId : undefined);
  if (id === undefined) throw fieldProblem('app_id', 'required', 'This field is required, except with an app token.');
  return id;
}

/**
 * The ids of the apps that a list is asked of: the one named by `app_id` or by the app token, else all in which the
 * person's role lets them read, archived ones too, as far as their token reaches. Throws Problem as ownApp.
 */
export async function ownAppIds(db: Queryable, appId: string | undefined, caller: Caller): Promise<readonly string[]> {
  if (appId !== undefined || caller.kind === 'app_token') return [(await ownApp(db, appId, caller)).id];
  if (caller.kind === 'public') throw new Problem('not_authenticated');
  const roles = rolesAllowed(caller.asks ?? null);
  return appIdsAs(db, caller, roles);
}

/** The ids of the apps in which the caller has one of these roles, archived ones too, as far as their token reaches. */
export async function appIdsAs(
  db: Queryable,
  caller: Caller & { readonly userId: string },
  roles: readonly Role[],
): Promise<string[]> {
  const found = await listMemberships(db, caller.userId);
  return found.flatMap(({ appId, member }) => {
    const role = roleAs(caller, appId, member);
    return role !== null && roles.includes(role) ? [appId] : [];
  });
}

/** As ownApp, for what adds to an app: throws Problem app_archived, too. */
export async function ownLiveApp(db: Queryable, appId: string | undefined, caller: Caller): Promise<App> {
  return refuseArchived(await ownApp(db, appId, caller));
}

/** The app with this id, for what changes one of its things. Throws Problem: not the caller's, or archived. */
export async function ownLiveAppById(db: Queryable, id: string, caller: Caller): Promise<App> {
  const app = await ownAppOrNull(db, id, caller);
  if (app === null) throw new Problem('not_found');
  return refuseArchived(app);
}

/** The app with this id, archived or not, locked until the commit. Throws Problem not_found: not the caller's. */
export async function lockOwnApp(trx: Queryable, id: string, caller: Caller): Promise<App> {
  const app = isUuid(id) ? await lockApp(trx, id) : null;
  if (app === null || !admitsTo(app, caller)) throw new Problem('not_found');
  return app;
}

/** As lockOwnApp, for what changes the app itself: throws Problem app_archived, too. */
export async function lockOwnLiveApp(trx: Queryable, id: string, caller: Caller): Promise<App> {
  return refuseArchived(await lockOwnApp(trx, id, caller));
}

/** A role, or a proof, that the caller had when an answer was made is asked for again before it is repeated. */
export function admittingAgain({ db, clock }: Pick<Instance, 'db' | 'clock'>): AdmitAgain {
  return async (caller, access, { status, apps, hadProof }) => {
    if (status >= 400 || personBehind(caller) === null) return;
    if (hadProof && caller.kind === 'cookie') admit({ cookie: true, recentProof: true }, caller, clock.now());
    if (access.public === true) return;
    for (const id of apps) if ((await ownAppOrNull(db, id, caller)) === null) throw new Problem('not_found');
  };
}

/** The app itself. Throws Problem app_archived unless it is in use. */
export function refuseArchived(app: App): App {
  if (app.archivedAt !== null) throw new Problem('app_archived');
  return app;
}

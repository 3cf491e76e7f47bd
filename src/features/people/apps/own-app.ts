// Finds the app that a request refers to. Checks that the caller belongs to its team, that their role allows the
// operation, and that an archived app is not changed.

import { type Role, rolesAllowed } from '../../../core/access/team.ts';
import { admit, admitsTo, type Caller, personBehind, roleAs } from '../../../core/access.ts';
import { fieldProblem, Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { AdmitAgain } from '../../../io/http/idempotency.ts';
import { isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { type App, findApp, listMemberships, lockApp } from './store.ts';

/**
 * Returns the app with this id, archived or not, if it is the caller's, otherwise null. Like the other functions here,
 * throws Problem role_required if the member's role does not allow the operation.
 */
export async function ownAppOrNull(db: Queryable, id: string, caller: Caller): Promise<App | null> {
  const app = await findApp(db, id);
  return app !== null && admitsTo(app, caller) ? app : null;
}

/**
 * Returns the app named by `app_id`, or otherwise the app of the app token. An archived app is returned as well,
 * because its data can be read. Throws a Problem if app_id is missing or not the caller's. An unknown app gets the same
 * answer.
 */
export async function ownApp(db: Queryable, appId: string | undefined, caller: Caller): Promise<App> {
  const app = await ownAppOrNull(db, appNamed(appId, caller), caller);
  if (app === null) throw new Problem('not_found', { detail: 'There is no such app of the caller.' });
  return app;
}

/**
 * Returns the id of the app in the request, without a check that it is the caller's. Throws a Problem that names app_id
 * if it is missing.
 */
export function appNamed(appId: string | undefined, caller: Caller): string {
  const id = appId ?? (caller.kind === 'app_token' ? caller.appId : undefined);
  if (id === undefined) throw fieldProblem('app_id', 'required', 'This field is required, except with an app token.');
  return id;
}

/**
 * Returns the ids of the apps to list. That is the app named by `app_id` or the app token. Without one, it is every
 * app, archived or not, that the person's role lets them read and that their token covers. Throws the same Problems as
 * ownApp.
 */
export async function ownAppIds(db: Queryable, appId: string | undefined, caller: Caller): Promise<readonly string[]> {
  if (appId !== undefined || caller.kind === 'app_token') return [(await ownApp(db, appId, caller)).id];
  if (caller.kind === 'public') throw new Problem('not_authenticated');
  const roles = rolesAllowed(caller.asks ?? null);
  return appIdsAs(db, caller, roles);
}

/**
 * Returns the ids of the apps, archived or not, in which the caller has one of these roles and that their token covers.
 */
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

/** Like ownApp, for operations that add to an app. Also throws Problem app_archived. */
export async function ownLiveApp(db: Queryable, appId: string | undefined, caller: Caller): Promise<App> {
  return refuseArchived(await ownApp(db, appId, caller));
}

/**
 * Returns the app with this id, for operations that change something that belongs to it. Throws a Problem if the app is
 * not the caller's, or is archived.
 */
export async function ownLiveAppById(db: Queryable, id: string, caller: Caller): Promise<App> {
  const app = await ownAppOrNull(db, id, caller);
  if (app === null) throw new Problem('not_found');
  return refuseArchived(app);
}

/**
 * Returns the app with this id, archived or not, locked until the commit. Throws Problem not_found if it is not the
 * caller's.
 */
export async function lockOwnApp(trx: Queryable, id: string, caller: Caller): Promise<App> {
  const app = isUuid(id) ? await lockApp(trx, id) : null;
  if (app === null || !admitsTo(app, caller)) throw new Problem('not_found');
  return app;
}

/** Like lockOwnApp, for operations that change the app itself. Also throws Problem app_archived. */
export async function lockOwnLiveApp(trx: Queryable, id: string, caller: Caller): Promise<App> {
  return refuseArchived(await lockOwnApp(trx, id, caller));
}

/** Checks the caller's role, and their recent proof of presence, again before a stored answer is repeated. */
export function admittingAgain({ db, clock }: Pick<Instance, 'db' | 'clock'>): AdmitAgain {
  return async (caller, access, { status, apps, hadProof }) => {
    if (status >= 400 || personBehind(caller) === null) return;
    if (hadProof && caller.kind === 'cookie') admit({ cookie: true, recentProof: true }, caller, clock.now());
    if (access.public === true) return;
    for (const id of apps) if ((await ownAppOrNull(db, id, caller)) === null) throw new Problem('not_found');
  };
}

/** Returns the app. Throws Problem app_archived if it is archived. */
export function refuseArchived(app: App): App {
  if (app.archivedAt !== null) throw new Problem('app_archived');
  return app;
}

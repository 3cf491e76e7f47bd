// Finds the app that a caller means, if it is theirs.
import { type Caller, owns } from '../../core/access.ts';
import { fieldProblem, Problem } from '../../core/problem.ts';
import type { Queryable } from '../../io/db/database.ts';
import { type App, findApp } from './store.ts';

/** The live app with this id if it is the caller's; null otherwise. */
export async function ownAppOrNull(db: Queryable, id: string, caller: Caller): Promise<App | null> {
  const app = await findApp(db, id);
  return app !== null && app.archivedAt === null && owns(caller, app) ? app : null;
}

/**
 * The app named by `app_id`, or by the app token where none is named. Throws Problem: app_id missing, or not the
 * caller's (the same answer as for one that does not exist).
 */
export async function ownApp(db: Queryable, appId: string | undefined, caller: Caller): Promise<App> {
  const id = appId ?? (caller.kind === 'app_token' ? caller.appId : undefined);
  if (id === undefined) throw fieldProblem('app_id', 'required', 'This field is required, except with an app token.');
  const app = await ownAppOrNull(db, id, caller);
  if (app === null) throw new Problem('not_found', { detail: 'There is no such app of the caller.' });
  return app;
}

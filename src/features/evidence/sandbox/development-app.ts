// The app of a sandbox operation, which must be a development app.
import type { Caller } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { ownApp } from '../../people/apps/own-app.ts';
import type { App } from '../../people/apps/store.ts';

/** The callers of an operation that makes something up in a development app. */
export const sandboxWriters = {
  cookie: true,
  pat: 'transactions:write',
  appToken: true,
  oauth2: 'transactions:write',
  permission: 'sandbox',
} as const;

/** Throws the Problems of ownApp, and development_only for a production app. */
export async function developmentApp(db: Queryable, appId: string | undefined, caller: Caller): Promise<App> {
  const app = await ownApp(db, appId, caller);
  if (app.environment !== 'development') throw new Problem('development_only');
  return app;
}

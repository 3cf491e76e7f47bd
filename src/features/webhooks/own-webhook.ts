// Finds an endpoint, or the app it would belong to, for a caller who must own it.
import { type Caller, owns } from '../../core/access.ts';
import { fieldProblem, Problem } from '../../core/problem.ts';
import type { Queryable } from '../../io/db/database.ts';
import { isUuid } from '../../io/http/schemas.ts';
import { type App, findApp } from '../apps/store.ts';
import { findWebhook, lockWebhook, type Webhook } from './store.ts';

/** The caller's app: the one named, or an app token's own. Throws Problem not_found for any other. */
export async function ownApp(db: Queryable, appId: string | undefined, caller: Caller): Promise<App> {
  const id = appId ?? (caller.kind === 'app_token' ? caller.appId : undefined);
  if (id === undefined) throw fieldProblem('app_id', 'required', 'This field is required, except with an app token.');
  const app = await findApp(db, id);
  if (app === null || app.archivedAt !== null || !owns(caller, app)) throw new Problem('not_found');
  return app;
}

/** The caller's endpoint. Throws Problem not_found for any other. */
export async function ownWebhook(db: Queryable, id: string, caller: Caller): Promise<Webhook> {
  return checked(db, isUuid(id) ? await findWebhook(db, id) : null, caller);
}

/** The caller's endpoint, locked until the commit. Throws Problem not_found for any other. */
export async function lockOwnWebhook(trx: Queryable, id: string, caller: Caller): Promise<Webhook> {
  return checked(trx, isUuid(id) ? await lockWebhook(trx, id) : null, caller);
}

async function checked(db: Queryable, webhook: Webhook | null, caller: Caller): Promise<Webhook> {
  if (webhook === null) throw new Problem('not_found');
  await ownApp(db, webhook.appId, caller);
  return webhook;
}

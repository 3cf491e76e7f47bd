// Finds an endpoint and checks that the caller owns its app.
import type { Caller } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { isUuid } from '../../../io/http/schemas.ts';
import { lockOwnApp, ownAppOrNull } from '../../people/apps/own-app.ts';
import type { App } from '../../people/apps/store.ts';
import { findWebhook, hasOtherEnabled, lockWebhook, type Webhook } from './store.ts';

/** The caller's endpoint. Throws Problem not_found for any other. */
export async function ownWebhook(db: Queryable, id: string, caller: Caller): Promise<Webhook> {
  return (await checked(db, isUuid(id) ? await findWebhook(db, id) : null, caller)).webhook;
}

/** The caller's endpoint, locked until the commit. Throws Problem not_found for any other. */
export async function lockOwnWebhook(trx: Queryable, id: string, caller: Caller): Promise<OwnWebhook> {
  return checked(trx, isUuid(id) ? await lockWebhook(trx, id) : null, caller);
}

/**
 * Like lockOwnWebhook, and locks the app too, so that of two endpoints ending at once, only one counts as the last.
 * `isLast`: no other endpoint of the app is enabled.
 */
export async function lockEndingWebhook(
  trx: Queryable,
  id: string,
  caller: Caller,
): Promise<OwnWebhook & { readonly isLast: boolean }> {
  const found = isUuid(id) ? await findWebhook(trx, id) : null;
  if (found === null) throw new Problem('not_found');
  const app = await lockOwnApp(trx, found.appId, caller);
  const webhook = await lockWebhook(trx, id);
  if (webhook === null) throw new Problem('not_found');
  return { webhook, app, isLast: webhook.enabled && !(await hasOtherEnabled(trx, webhook)) };
}

/** Throws Problem webhook_of_door: its address and its secret are the door's, and end with it. */
export function refuseOfDoor({ doorId, byOrder }: Webhook): void {
  if (doorId !== null && byOrder) throw new Problem('webhook_of_door');
}

export interface OwnWebhook {
  readonly webhook: Webhook;
  readonly app: App;
}

async function checked(db: Queryable, webhook: Webhook | null, caller: Caller): Promise<OwnWebhook> {
  const app = webhook === null ? null : await ownAppOrNull(db, webhook.appId, caller);
  if (webhook === null || app === null) throw new Problem('not_found');
  return { webhook, app };
}

// The endpoint of a request: one of the shop's door.
import type { AppTokenCaller } from '../../../../core/access.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { DialectCall } from '../../../../io/http/dialects/dialect.ts';
import { ownWebhook } from '../../../events/webhooks/own-webhook.ts';
import type { Webhook } from '../../../events/webhooks/store.ts';
import { storeOf } from '../stores/store-of-call.ts';

/** The id of the caller's door, which its app token has too. */
export function doorIdOf({ scoped }: AppTokenCaller): string {
  if (scoped === undefined) throw new Error('the caller of a door has a scoped token');
  return scoped.tokenId;
}

/** Throws Problem not_found for any endpoint that the shop did not add through this door. */
export async function endpointOf(db: Queryable, call: DialectCall): Promise<Webhook> {
  const caller = storeOf(call);
  const webhook = await ownWebhook(db, call.params.webhook ?? '', caller);
  if (webhook.doorId !== doorIdOf(caller) || webhook.byOrder)
    throw new Problem('not_found', { detail: 'There is no such webhook.' });
  return webhook;
}

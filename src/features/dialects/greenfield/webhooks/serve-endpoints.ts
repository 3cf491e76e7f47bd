// Adds, shows, changes and deletes the endpoints of a shop.
import { eventsOf } from '../../../../core/dialect/greenfield-notices.ts';
import { fieldProblem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { DialectAnswer, DialectCall } from '../../../../io/http/dialects/dialect.ts';
import { newDoorKey } from '../../../../io/secrets/token.ts';
import { openOrNull } from '../../../../io/secrets/vault.ts';
import { addWebhook } from '../../../events/webhooks/acts/add-webhook.ts';
import { changeWebhook } from '../../../events/webhooks/acts/change-webhook.ts';
import { removeWebhook } from '../../../events/webhooks/acts/remove-webhook.ts';
import { replaceSecret } from '../../../events/webhooks/acts/replace-secret.ts';
import { findSecret, listWebhooksOfDoor } from '../../../events/webhooks/store.ts';
import { secretContext } from '../../../events/webhooks/view.ts';
import type { Instance } from '../../../instance.ts';
import { judgeChange } from '../../../people/apps/acts/judge-change.ts';
import { ownLiveApp } from '../../../people/apps/own-app.ts';
import { answered } from '../greenfield-wire.ts';
import { storeOf } from '../stores/store-of-call.ts';
import { endpointView } from './endpoint-view.ts';
import { doorIdOf, endpointOf } from './own-endpoint.ts';
import { readEndpoint } from './read-endpoint.ts';

export async function listEndpoints({ db }: Instance, call: DialectCall): Promise<DialectAnswer> {
  const caller = storeOf(call);
  const webhooks = await listWebhooksOfDoor(db, { appId: caller.appId, doorId: doorIdOf(caller) });
  return answered(webhooks.map(endpointView));
}

export async function getEndpoint({ db }: Instance, call: DialectCall): Promise<DialectAnswer> {
  return answered(endpointView(await endpointOf(db, call)));
}

/** The secret is in this answer only. */
export async function createEndpoint(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const caller = storeOf(call);
  const { url, enabled, types = null, secret = newDoorKey() } = readEndpoint(call);
  if (url === undefined) throw fieldProblem('url', 'required', 'This field is required.');
  const app = await ownLiveApp(instance.db, caller.appId, caller);
  const by = { caller, origin: call.origin };
  const shop = { dialect: 'greenfield', doorId: doorIdOf(caller), shopEvents: types, secret } as const;
  const webhook = await instance.db.atomically(async (trx) => {
    const added = await addWebhook(trx, instance, { app, url, events: eventsOf(types), enabled, shop, by });
    const after = { ...added.webhook, isLast: false };
    await judgeChange(trx, instance, by, { thing: 'webhook', app, subjectId: added.webhook.id, before: null, after });
    return added.webhook;
  });
  return answered({ ...endpointView(webhook), secret });
}

/** Changes the fields that the shop sent. */
export async function updateEndpoint(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const { id } = await endpointOf(instance.db, call);
  const { url, enabled, types, secret } = readEndpoint(call);
  const by = { caller: call.caller, origin: call.origin };
  const chosen = types === undefined ? {} : { events: eventsOf(types), shopEvents: types };
  const webhook = await instance.db.atomically(async (trx) => {
    if (secret !== undefined && !(await isCurrent(trx, instance, { id, secret }))) {
      const make = () => ({ secret, publicKey: null, overlapMillis: 0 });
      await replaceSecret(trx, instance, by, { id, make });
    }
    return changeWebhook(trx, instance, by, { id, change: { url, enabled, ...chosen } });
  });
  return answered(endpointView(webhook));
}

export async function deleteEndpoint(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const { id } = await endpointOf(instance.db, call);
  const by = { caller: call.caller, origin: call.origin };
  await instance.db.atomically((trx) => removeWebhook(trx, instance, by, id));
  return answered({});
}

/** Shops send the secret that they have with every change. */
async function isCurrent(
  db: Queryable,
  { vault }: Pick<Instance, 'vault'>,
  { id, secret }: { readonly id: string; readonly secret: string },
): Promise<boolean> {
  const sealed = await findSecret(db, id);
  return sealed !== null && openOrNull(vault, sealed, secretContext(id)) === secret;
}

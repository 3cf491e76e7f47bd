// Sends a delivery again. If that fails, the whole retry schedule applies.
import type { Caller } from '../../../../core/access.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { shownSince, wake } from '../../events/store.ts';
import { type Delivery, findDelivery, restartDelivery } from '../delivery-log/delivery-store.ts';
import { lockOwnWebhook } from '../own-webhook.ts';

/** Returns the restarted delivery. Throws Problem not_found or webhook_disabled. */
export async function sendAgain(
  trx: Queryable,
  { clock }: Pick<Instance, 'clock'>,
  caller: Caller,
  id: string,
): Promise<Delivery> {
  const since = shownSince(clock.now());
  const delivery = isUuid(id) ? await findDelivery(trx, id, since) : null;
  if (delivery === null) throw new Problem('not_found');
  const { webhook } = await lockOwnWebhook(trx, delivery.webhookId, caller);
  if (!webhook.enabled) throw new Problem('webhook_disabled');
  await restartDelivery(trx, delivery.id);
  await wake(trx, [webhook.id]);
  return (await findDelivery(trx, delivery.id, since)) as Delivery;
}

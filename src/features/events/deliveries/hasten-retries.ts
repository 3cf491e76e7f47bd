// Lets the time of an app's test clock pass for its deliveries: retries come due, and failures last longer.
import type { Queryable } from '../../../io/db/database.ts';
import { wake } from '../events/store.ts';
import { hastenDeliveries } from '../webhooks/delivery-log/delivery-store.ts';
import { ageFailures, listEnabledOf, lockChanging } from '../webhooks/store.ts';

/** Locks the app's endpoints until the commit, as a change of an endpoint does. A worker sends what is due then. */
export async function hastenRetries(trx: Queryable, appId: string, seconds: number): Promise<void> {
  const webhookIds = await listEnabledOf(trx, appId);
  if (webhookIds.length === 0) return;
  await lockChanging(trx, { failed: webhookIds, healthy: new Set() });
  await ageFailures(trx, webhookIds, seconds);
  await hastenDeliveries(trx, webhookIds, seconds);
  await wake(trx, webhookIds);
}

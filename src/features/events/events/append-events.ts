// Appends events, with all that their commit causes.
import { taskFor } from '../../../core/event.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { queueTasks } from '../../known/schedule/task-store.ts';
import { insertDeliveries, insertEvents, type NewEvent } from './store.ts';

/**
 * Appends events. In the same commit it adds one delivery for each endpoint that is switched on and subscribed, wakes
 * the workers, and queues the service's own tasks for these events. A whole set costs three statements, and only one
 * where no endpoint listens; each task costs another. `newId`: fresh UUIDv7.
 */
export async function appendEvents(trx: Queryable, events: readonly NewEvent[], newId: () => string): Promise<void> {
  if (events.length === 0) return;
  await insertDeliveries(trx, events, await insertEvents(trx, events), newId);
  for (const { id, type, data, createdAt } of events) {
    const kind = taskFor(type, data);
    if (kind !== null) await queueTasks(trx, kind, [id], createdAt);
  }
}

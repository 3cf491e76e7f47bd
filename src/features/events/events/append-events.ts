// Appends events, with all that their commit causes.
import { taskFor } from '../../../core/event.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { queueTasks } from '../../known/schedule/task-store.ts';
import { insertDeliveries, insertEvents, type NewEvent } from './store.ts';

/**
 * Appends events. In the same commit it adds one delivery for each endpoint that is switched on and subscribed, wakes
 * the workers, and queues the service's own tasks for these events. A whole set costs three statements, and only one
 * where no endpoint listens; each kind of task costs another. Events of one commit have one time.
 * `newId`: fresh UUIDv7.
 */
export async function appendEvents(trx: Queryable, events: readonly NewEvent[], newId: () => string): Promise<void> {
  if (events.length === 0) return;
  await insertDeliveries(trx, events, await insertEvents(trx, events), newId);
  const tasks = Map.groupBy(events, ({ type, data }) => taskFor(type, data));
  for (const [kind, of] of tasks) {
    const [{ createdAt }] = of as [NewEvent];
    if (kind !== null)
      await queueTasks(
        trx,
        kind,
        of.map(({ id }) => id),
        createdAt,
      );
  }
}

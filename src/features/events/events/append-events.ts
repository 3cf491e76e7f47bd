// Appends events together with their deliveries and tasks.
import { taskFor } from '../../../core/event.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { queueTasks } from '../../known/schedule/task-store.ts';
import { insertDeliveries, insertEvents, type NewEvent } from './store.ts';

/**
 * Appends events. The same commit adds a delivery for each enabled and subscribed endpoint, wakes the workers, and
 * queues the service's own tasks for these events. Any number of events costs three statements, or one if there is no
 * endpoint; each kind of task costs one more. All events of a commit have the same time. `newId`: returns fresh UUIDv7.
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

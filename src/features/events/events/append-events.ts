// Appends events together with their deliveries and tasks.
import { taskFor } from '../../../core/event.ts';
import { notificationFor } from '../../../core/notifications/notification.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { wantedEvents } from '../../known/channels/choice-store.ts';
import { queueTasks } from '../../known/schedule/task-store.ts';
import { insertDeliveries, insertEvents, type NewEvent } from './store.ts';

/**
 * Appends events. The same commit adds a delivery for each enabled and subscribed endpoint, wakes the workers, and
 * queues the service's own tasks for these events. Any number of events costs three statements, or one if there is no
 * endpoint; each kind of task costs one more, and so does a notification. All events of a commit have the same time.
 * `newId`: returns fresh UUIDv7.
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
  await queueNotifications(trx, events);
}

/** Queues a task for each event that a member of its app wants to be notified of. */
async function queueNotifications(trx: Queryable, events: readonly NewEvent[]): Promise<void> {
  const notifying = events.flatMap(({ id, appId, type, data }) => {
    const kind = notificationFor(type, data);
    return kind === null ? [] : [{ id, appId, kind }];
  });
  const wanted = await wantedEvents(trx, notifying);
  const [first] = events;
  if (wanted.length > 0 && first !== undefined) await queueTasks(trx, 'notification', wanted, first.createdAt);
}

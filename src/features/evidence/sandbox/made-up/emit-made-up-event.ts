// Emits a made-up event for an app, to its webhooks like any other. It changes no books and mails no customer.
import type { SubscribableEventType } from '../../../../core/event.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { appendEvents } from '../../../events/events/append-events.ts';
import type { AppEvent } from '../../../events/events/store.ts';
import type { Instance } from '../../../instance.ts';
import { listAccepted } from '../../../money/invoices/offer-store.ts';
import { appTime } from '../../../people/apps/clock/app-time.ts';
import type { App } from '../../../people/apps/store.ts';
import { madeUpEvent } from './made-up-object.ts';
import { madeUpPlace } from './made-up-place.ts';

/** The app must be a development app. Returns the event as stored. Throws Problem simulation_refused. */
export async function emitMadeUpEvent(
  trx: Queryable,
  instance: Instance,
  app: App,
  type: SubscribableEventType,
): Promise<AppEvent> {
  const createdAt = instance.clock.now();
  const accepted = await listAccepted(trx, app.id, createdAt);
  const place = madeUpPlace(instance.catalog.assets, new Set(accepted.map(({ assetId }) => assetId)));
  const now = await appTime(trx, instance, app);
  const { data, invoice } = madeUpEvent({ instance, appId: app.id, place, now }, type);
  const event = {
    id: instance.newId(),
    appId: app.id,
    type,
    invoiceId: invoice?.id ?? null,
    sequence: invoice?.sequence ?? null,
    data,
    invoiceFacts: null,
    createdAt,
  };
  await appendEvents(trx, [event], instance.newId);
  return event;
}

// Mails the owners of an app on events that its shops are not notified of: at once, and then at most hourly.

import type { Queryable } from '../../../../io/db/database.ts';
import { findSoundEvent } from '../../../events/events/event-list-store.ts';
import { shownSince } from '../../../events/events/store.ts';
import type { Instance } from '../../../instance.ts';
import { wantsMail } from '../../../known/channels/notify.ts';
import type { QueuedTask } from '../../../known/schedule/task-kinds.ts';
import { queueTasks } from '../../../known/schedule/task-store.ts';
import { findSoundApp, listOwners } from '../../../people/apps/store.ts';
import { unreportedMail } from './unreported-mail.ts';
import { countUnreported } from './unreported-store.ts';

type Parts = Pick<Instance, 'clock' | 'mails' | 'publicUrl' | 'seals'>;

const pauseMillis = 3_600_000;
const again = 'door_mail_again';

/** The key is the id of an event. Mails nothing if a mail about the app was sent within the last hour. */
export function doorMailTask(instance: Parts): QueuedTask {
  return {
    kind: 'door_mail',
    async run(trx, eventId) {
      const now = instance.clock.now();
      const event = await findSoundEvent(trx, eventId, shownSince(now));
      if (event === null) return null;
      const since = new Date(Math.min(event.createdAt.getTime() - 1, now.getTime() - pauseMillis));
      const events = await countUnreported(trx, event.appId, since);
      if (events.length === 0) return null;
      const isFirst = (await queueTasks(trx, again, [event.appId], new Date(now.getTime() + pauseMillis))) > 0;
      if (isFirst) await mailOwners(trx, instance, event.appId, events);
      return null;
    },
  };
}

/** The key is the id of an app. Mails the events since the last mail, an hour later, and ends if there are none. */
export function doorMailAgainTask(instance: Parts): QueuedTask {
  return {
    kind: again,
    async run(trx, appId) {
      const now = instance.clock.now();
      const events = await countUnreported(trx, appId, new Date(now.getTime() - pauseMillis));
      if (events.length === 0) return null;
      await mailOwners(trx, instance, appId, events);
      return new Date(now.getTime() + pauseMillis);
    },
  };
}

async function mailOwners(
  trx: Queryable,
  instance: Parts,
  appId: string,
  events: Awaited<ReturnType<typeof countUnreported>>,
): Promise<void> {
  const app = await findSoundApp(trx, appId);
  if (app === null) return;
  const news = { appName: app.name, publicUrl: instance.publicUrl, events };
  // Channels get each event on its own: events/notices.
  for (const { id, email } of await listOwners(trx, instance, appId))
    if (await wantsMail(trx, id, 'decisions')) await instance.mails.post(trx, unreportedMail(email, news), 'account');
}

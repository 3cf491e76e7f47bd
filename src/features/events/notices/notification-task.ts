// Notifies members of an app that an invoice was paid, or that a payment needs a decision.
import { nameInBody } from '../../../core/mail/name-in-mail.ts';
import { notificationFor } from '../../../core/notifications/notification.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import { notify } from '../../known/channels/notify.ts';
import type { QueuedTask } from '../../known/schedule/task-kinds.ts';
import { findSoundApp, listNotified } from '../../people/apps/store.ts';
import { countNotification } from '../../people/notifications/limits.ts';
import { findSoundEvent } from '../events/event-list-store.ts';
import { type AppEvent, shownSince } from '../events/store.ts';
import { newsOf } from './event-news.ts';

type Parts = Pick<Instance, 'clock' | 'mails' | 'publicUrl' | 'seals' | 'log'>;

/** The key is the id of an event. */
export function notificationTask(instance: Parts): QueuedTask {
  return {
    kind: 'notification',
    async run(trx, eventId) {
      const event = await findSoundEvent(trx, eventId, shownSince(instance.clock.now()));
      if (event !== null) await notifyMembers(trx, instance, event);
      return null;
    },
  };
}

async function notifyMembers(trx: Queryable, instance: Parts, event: AppEvent): Promise<void> {
  const { appId } = event;
  const kind = notificationFor(event.type, event.data);
  const app = kind === null ? null : await findSoundApp(trx, appId);
  if (kind === null || app === null) return;
  const { subject, lines, link } = newsOf(event, { appName: nameInBody(app.name), publicUrl: instance.publicUrl });
  for (const member of await listNotified(trx, instance, { appId, kind })) {
    const counted = await countNotification(trx, member.id, instance.clock.now());
    if (counted === 'left_out') {
      instance.log.warn({ event: 'notification.left_out', user: member.id }, 'a user had too many notifications');
      continue;
    }
    const all = counted === 'last' ? [...lines, tooMany] : lines;
    const mail = { subject, text: [...all, '', link].join('\n') };
    // Mails about decisions are sent at most hourly: dialects/doors/mail.
    const byMail = kind === 'payments';
    await notify(trx, instance, member, { kind, appId, mail, lines: all, link, lane: 'account', byMail });
  }
}

const tooMany = 'These were 60 notifications within an hour. Further ones are left out until the next hour begins.';

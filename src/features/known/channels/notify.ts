// Notifies a user in the ways that they chose, in the commit of the cause: by mail, by channels, or both.
import { goesByMail, type Notification } from '../../../core/notifications/notification.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Mail } from '../../../io/mail/mailer.ts';
import type { Instance } from '../../instance.ts';
import type { Lane } from '../mails/store.ts';
import { findWays } from './choice-store.ts';

export interface Recipient {
  readonly id: string;
  readonly email: string;
}

export interface Notice extends Pick<Notification, 'kind' | 'appId'> {
  readonly mail: Omit<Mail, 'to'>;
  /** The text for channels. It must have no link that acts for its reader, unlike the mail. */
  readonly lines: readonly string[];
  /** A page of the service. Default: none. */
  readonly link?: string;
  /** False if the user's mails of this kind are sent otherwise. Default: true. */
  readonly byMail?: boolean;
  /** Default: `security`, as for mail. */
  readonly lane?: Exclude<Lane, 'outside' | 'channel'>;
}

type Parts = Pick<Instance, 'mails' | 'clock'>;

/** Sends the mail unless the user chose other ways. The title of the message to channels is the mail's subject. */
export async function notify(trx: Queryable, instance: Parts, to: Recipient, notice: Notice): Promise<void> {
  const { kind, appId, mail, lines, link = null, lane } = notice;
  const ways = await findWays(trx, to.id, kind);
  if (notice.byMail !== false && goesByMail(kind, ways.byMail))
    await instance.mails.post(trx, { to: to.email, ...mail }, lane);
  const at = instance.clock.now().toISOString();
  const notification = { kind, appId, title: mail.subject, lines, link, at };
  for (const channelId of ways.channelIds)
    await instance.mails.postToChannel(trx, { channelId, userId: to.id, notification });
}

/** Whether this kind goes to the user by mail. */
export async function wantsMail(db: Queryable, userId: string, kind: Notification['kind']): Promise<boolean> {
  return goesByMail(kind, (await findWays(db, userId, kind)).byMail);
}

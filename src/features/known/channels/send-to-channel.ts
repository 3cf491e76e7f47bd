// Sends queued messages to channels, and disables a channel whose service refuses its address.
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import type { ChannelMessage } from '../mails/mail-queue.ts';
import { type CallingParts, callChannel } from './call-channel.ts';
import { type Channel, disableChannel, findChannelOf, markAccepted, recordError } from './channel-store.ts';

type Parts = CallingParts & Pick<Instance, 'db' | 'mails' | 'log' | 'publicUrl'>;

/** Whether a user is a member of an app now. */
export type IsMember = (db: Queryable, appId: string, userId: string) => Promise<boolean>;

/** An attempt to send a message. */
export interface Sent {
  /** The id of the message, the same at each attempt. */
  readonly id: string;
  /** Whether the message is given up if this attempt fails. */
  readonly isLast: boolean;
}

/** Sends a message. Returns the least pause before the next attempt in seconds, or null if none is needed. */
export type SendToChannel = (message: ChannelMessage, sent: Sent) => Promise<number | null>;

/** A message about an app is dropped if its user has left the team meanwhile. */
export function channelSender(instance: Parts, isMember: IsMember): SendToChannel {
  return async ({ channelId, userId, notification }, { id, isLast }) => {
    const { db, log } = instance;
    const channel = await findChannelOf(db, userId, channelId);
    if (channel === null || channel.disabledAt !== null) return null;
    if (notification.appId !== null && !(await isMember(db, notification.appId, userId))) return null;
    const result = await callChannel(instance, channel, { id, notification });
    if (result.kind === 'sent') {
      await markAccepted(db, channelId);
      return null;
    }
    log.warn({ channel: channelId, kind: channel.kind, why: result.why }, 'a notification was not accepted');
    if (result.kind === 'closed' || (result.kind === 'again' && isLast)) {
      await disable(instance, channel, result.why);
      return null;
    }
    await recordError(db, channelId, result.why);
    return result.kind === 'again' ? result.afterSeconds : null;
  };
}

async function disable(instance: Parts, { id, name, shownAddress }: Channel, why: string): Promise<void> {
  await instance.db.atomically(async (trx) => {
    const email = await disableChannel(trx, id, why, instance.clock.now());
    if (email === null) return;
    const plain = instance.mails.nameInBody;
    const text = [
      `Your channel ${plain(name)} (${plain(shownAddress)}) gets no more notifications from ${instance.publicUrl}:`,
      '',
      plain(why),
      '',
      'Other channels and mails are as before. Once its service accepts messages again, send a test message in the',
      'console, under Account, Notifications. Or delete the channel and add it again.',
    ].join('\n');
    await instance.mails.post(trx, { to: email, subject: 'A notification channel was switched off', text }, 'account');
  });
}

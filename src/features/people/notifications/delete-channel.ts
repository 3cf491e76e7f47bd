// DELETE /notification-channel/{id}: deletes a channel, which gets no more notifications.
import { nameInBody } from '../../../core/mail/name-in-mail.ts';
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { deleteChannelOf, lockChannelsOf } from '../../known/channels/channel-store.ts';
import { auditChange } from '../audit/audit-change.ts';
import { notifyOwner } from '../identity/notices/notify-owner.ts';
import { personOf } from '../identity/person.ts';
import { ChannelView, channelView } from './view.ts';

export function deleteChannel(instance: Instance): Operation {
  return operation({
    id: 'deleteNotificationChannel',
    method: 'DELETE',
    path: '/notification-channel/:id',
    group: 'Notifications',
    summary: 'Delete notification channel',
    description: 'It gets no more notifications. Queued messages to it are not sent.',
    access: { cookie: true },
    writes: 'notification_channel',
    params: idInPath,
    answer: ChannelView,
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const userId = personOf(caller);
        // A choice that is written meanwhile must not keep the channel.
        await lockChannelsOf(trx, userId);
        const channel = isUuid(params.id) ? await deleteChannelOf(trx, userId, params.id) : null;
        if (channel === null) throw new Problem('not_found');
        const before = channelView(channel);
        const subject = { of: { ownerId: userId }, subjectId: channel.id, after: null };
        const action = 'notification_channel.deleted';
        await auditChange(trx, instance, { caller, origin }, { ...subject, action, before });
        const says = `The channel ${nameInBody(channel.name)} (${channel.kind}) was deleted.`;
        const told = { userId, subjectId: channel.id, subject: 'A notification channel was deleted', says, origin };
        await notifyOwner(trx, instance, told);
        return before;
      }),
  });
}

// PUT /notification-choice/{kind}: chooses the ways by which the signed-in user gets a kind of notification.
import { fieldsOf } from '../../../core/effects/fields-of.ts';
import { nameInBody } from '../../../core/mail/name-in-mail.ts';
import { isMailChosen } from '../../../core/notifications/notification.ts';
import { fieldProblem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { type Channel, listChannelsOf, lockChannelsOf } from '../../known/channels/channel-store.ts';
import { type Choice, listChoicesOf, writeChoice } from '../../known/channels/choice-store.ts';
import { auditChange } from '../audit/audit-change.ts';
import { notifyOwner } from '../identity/notices/notify-owner.ts';
import { personOf } from '../identity/person.ts';
import { ChoiceView, choiceView, NotificationKindName } from './view.ts';

const Body = Type.Object(
  fieldsOf('notification_choice', {
    mail: Type.Boolean({ description: 'Whether it goes by mail. Security notices always do.' }),
    channel_ids: Type.Array(uuid, { maxItems: 10, uniqueItems: true, description: 'Channels of yours.' }),
  }),
  { additionalProperties: false },
);

export function updateChoice(instance: Instance): Operation {
  return operation({
    id: 'updateNotificationChoice',
    method: 'PUT',
    path: '/notification-choice/:kind',
    group: 'Notifications',
    summary: 'Choose ways of a notification',
    description: 'Only in a browser session. A channel is used once a test message was accepted.',
    access: { cookie: true },
    writes: 'notification_choice',
    params: Type.Object({ kind: NotificationKindName }),
    body: Body,
    answer: ChoiceView,
    handle: ({ params: { kind }, body, caller, origin, commit }) =>
      commit(async (trx) => {
        const userId = personOf(caller);
        if (!body.mail && !isMailChosen(kind))
          throw fieldProblem(
            'mail',
            'mail_required',
            'Security notices always go by mail. Choose channels in addition.',
          );
        // A channel that is deleted meanwhile must not stay in a choice.
        await lockChannelsOf(trx, userId);
        const channels = await listChannelsOf(trx, userId);
        const chosen = channelsAmong(channels, body.channel_ids);
        const old = (await listChoicesOf(trx, userId)).find((one) => one.kind === kind) ?? null;
        const choice: Choice = { userId, kind, byMail: body.mail, channelIds: chosen.map(({ id }) => id) };
        await writeChoice(trx, choice);
        const [before, after] = [choiceView(kind, old), choiceView(kind, choice)];
        if (JSON.stringify(before) === JSON.stringify(after)) return after;
        const subject = { of: { ownerId: userId }, subjectId: userId, before, after };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'notification_choice.updated' });
        const about = { userId, subjectId: userId, subject: 'Your choice of notifications was changed' };
        await notifyOwner(trx, instance, { ...about, says: sentenceAbout(choice, chosen), origin });
        return after;
      }),
  });
}

/** Throws Problem that names the first id that is no channel of the user. */
function channelsAmong(channels: readonly Channel[], ids: readonly string[]): Channel[] {
  return ids.map((id, index) => {
    const found = channels.find((one) => one.id === id.toLowerCase());
    if (found === undefined) throw fieldProblem(`channel_ids.${index}`, 'unknown_channel', 'You have no such channel.');
    return found;
  });
}

function sentenceAbout({ kind, byMail }: Choice, channels: readonly Channel[]): string {
  const ways = [...(byMail ? ['by mail'] : []), ...channels.map(({ name }) => `to the channel ${nameInBody(name)}`)];
  return `From now on, notifications of the kind "${kind}" go ${ways.length === 0 ? 'nowhere' : ways.join(', ')}.`;
}

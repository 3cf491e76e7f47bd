// POST /notification-channel: adds a channel for notifications to the signed-in user.
import { fieldsOf } from '../../../core/effects/fields-of.ts';
import { nameInBody } from '../../../core/mail/name-in-mail.ts';
import { type AddressFields, readChannelAddress, shownAddress } from '../../../core/notifications/channel-address.ts';
import { fieldProblem, type Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { explainRefusal } from '../../../io/outbound/outbound-url.ts';
import { newWebhookSecret } from '../../../io/outbound/webhook-signature.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { sealAddress } from '../../known/channels/channel-address.ts';
import { type Channel, insertChannel, listChannelsOf, lockChannelsOf } from '../../known/channels/channel-store.ts';
import { auditChange } from '../audit/audit-change.ts';
import { notifyOwner } from '../identity/notices/notify-owner.ts';
import { personOf } from '../identity/person.ts';
import { ChannelKindName, channelView, NewChannel } from './view.ts';

const mostChannels = 10;

const Body = Type.Object(
  fieldsOf('notification_channel', {
    kind: ChannelKindName,
    name: Type.String({ minLength: 1, maxLength: 100 }),
    url: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 1000,
        description: 'An incoming webhook of Slack or Discord, a topic of ntfy, or a webhook of your own.',
      }),
    ),
    bot_token: Type.Optional(Type.String({ maxLength: 200, description: 'The token of a bot of Telegram.' })),
    chat: Type.Optional(Type.String({ maxLength: 50, description: 'The chat of Telegram that the bot writes to.' })),
    access_token: Type.Optional(
      Type.String({ maxLength: 200, description: 'For a server of ntfy that asks for one.' }),
    ),
  }),
  { additionalProperties: false },
);

export function createChannel(instance: Instance): Operation {
  return operation({
    id: 'createNotificationChannel',
    method: 'POST',
    path: '/notification-channel',
    group: 'Notifications',
    summary: 'Add notification channel',
    description: [
      'Only in a browser session. Send a test message next: until one is accepted, the channel is not used. A webhook',
      'gets messages signed by the rules of Standard Webhooks.',
    ].join(' '),
    access: { cookie: true },
    writes: 'notification_channel',
    body: Body,
    status: 201,
    answer: NewChannel,
    handle: ({ body, caller, origin, commit }) =>
      commit(async (trx) => {
        const { kind, name, ...fields } = body;
        const secret = newWebhookSecret();
        const address = readAddress(instance, kind, fields, secret);
        const userId = personOf(caller);
        // The lock prevents two concurrent requests from both taking the last place.
        await lockChannelsOf(trx, userId);
        if ((await listChannelsOf(trx, userId)).length >= mostChannels) throw tooMany();
        const holder = { id: instance.newId(), userId };
        const channel: Channel = {
          ...holder,
          kind,
          name,
          shownAddress: shownAddress(address),
          addressSealed: sealAddress(instance.vault, holder, address),
          verifiedAt: null,
          disabledAt: null,
          lastError: null,
          createdAt: instance.clock.now(),
        };
        await insertChannel(trx, channel);
        const after = channelView(channel);
        const subject = { of: { ownerId: userId }, subjectId: channel.id, before: null };
        await auditChange(
          trx,
          instance,
          { caller, origin },
          { ...subject, action: 'notification_channel.added', after },
        );
        const says = `The channel ${nameInBody(name)} (${kind}) was added. It can get notifications of your apps.`;
        const told = { userId, subjectId: channel.id, subject: 'A notification channel was added', says, origin };
        await notifyOwner(trx, instance, told);
        return { ...after, secret: address.kind === 'webhook' ? secret : null };
      }),
  });
}

function tooMany(): Problem {
  return fieldProblem('kind', 'too_many_channels', `A user has at most ${mostChannels} channels. Delete one first.`);
}

/** Throws Problem that names the field. Names of hosts are not resolved here but at each message. */
function readAddress(
  { outbound }: Pick<Instance, 'outbound'>,
  kind: Channel['kind'],
  fields: AddressFields,
  secret: string,
) {
  const read = readChannelAddress(kind, fields, secret);
  if ('fault' in read) throw fieldProblem(read.fault.field, read.fault.code, read.fault.message);
  if ('url' in read.address) {
    const refusal = outbound.checkUrl(read.address.url);
    if (refusal !== null) throw fieldProblem('url', refusal, explainRefusal(refusal));
  }
  return read.address;
}

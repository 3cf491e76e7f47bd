// The API representation of channels and choices, for their user. No answer has an address with its secrets.
import { channelKinds } from '../../../core/notifications/channel-address.ts';
import { goesByMail, isMailChosen, notificationKinds } from '../../../core/notifications/notification.ts';
import { nullable, time, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Channel } from '../../known/channels/channel-store.ts';
import type { Choice } from '../../known/channels/choice-store.ts';

export const ChannelKindName = Type.Unsafe<(typeof channelKinds)[number]>({ type: 'string', enum: [...channelKinds] });
export const NotificationKindName = Type.Unsafe<(typeof notificationKinds)[number]>({
  type: 'string',
  enum: [...notificationKinds],
});

const channelFields = {
  id: uuid,
  kind: ChannelKindName,
  name: Type.String(),
  address: Type.String({ description: 'Identifies the address, without its secrets.' }),
  verified_at: nullable(time),
  disabled_at: nullable(time),
  last_error: nullable(Type.String({ description: 'Why the last message was not accepted.' })),
  created_at: time,
};

export const ChannelView = Type.Object(channelFields);

export const NewChannel = Type.Object({
  ...channelFields,
  secret: nullable(Type.String({ description: 'Signs the messages of a webhook. It is in this answer only.' })),
});

export function channelView(channel: Channel) {
  return {
    id: channel.id,
    kind: channel.kind,
    name: channel.name,
    address: channel.shownAddress,
    verified_at: channel.verifiedAt?.toISOString() ?? null,
    disabled_at: channel.disabledAt?.toISOString() ?? null,
    last_error: channel.lastError,
    created_at: channel.createdAt.toISOString(),
  };
}

export const ChoiceView = Type.Object({
  kind: NotificationKindName,
  mail: Type.Boolean({ description: 'Whether it goes by mail.' }),
  mail_required: Type.Boolean({ description: 'Whether it always goes by mail.' }),
  channel_ids: Type.Array(uuid),
});

/** Without a choice, the defaults of the kind. */
export function choiceView(kind: Choice['kind'], choice: Pick<Choice, 'byMail' | 'channelIds'> | null) {
  return {
    kind,
    mail: goesByMail(kind, choice?.byMail ?? null),
    mail_required: !isMailChosen(kind),
    channel_ids: [...(choice?.channelIds ?? [])],
  };
}

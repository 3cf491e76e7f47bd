// The user's channels and choices, as the API lists them.
import type { NotificationChannel, NotificationChoice } from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';

const channelsKey = ['notification-channels'];
const choicesKey = ['notification-choices'];

export const channelsQuery = {
  queryKey: channelsKey,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    api.get<NotificationChannel[]>('/notification-channels', {}, signal),
};

export const choicesQuery = {
  queryKey: choicesKey,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    api.get<NotificationChoice>('/notification-choices', {}, signal),
};

/** The queries that a change of a channel or a choice affects. */
export const notificationKeys = [channelsKey, choicesKey];

/** Names of products. null: a webhook of the user. */
export const channelNames = {
  telegram: 'Telegram',
  slack: 'Slack',
  discord: 'Discord',
  ntfy: 'ntfy',
  webhook: null,
} as const satisfies Readonly<Record<NotificationChannel['kind'], string | null>>;

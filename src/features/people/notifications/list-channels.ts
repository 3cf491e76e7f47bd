// GET /notification-channels: lists the caller's channels, newest first, without the secrets of their addresses.
import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage, rowsOfPage } from '../../../io/http/page.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { listChannelsOf } from '../../known/channels/channel-store.ts';
import { personOf } from '../identity/person.ts';
import { ChannelView, channelView } from './view.ts';

export function listChannels(instance: Instance): Operation {
  return operation({
    id: 'listNotificationChannels',
    method: 'GET',
    path: '/notification-channels',
    group: 'Notifications',
    summary: 'List notification channels',
    description: 'Lists the caller’s channels. Bot tokens, URLs and secrets are not shown.',
    access: { cookie: true, pat: 'account:read' },
    query: Type.Object(pageQuery),
    answer: Type.Array(ChannelView),
    handle: async ({ caller, query, url }) => {
      const page = readPage(query);
      const channels = await listChannelsOf(instance.db, personOf(caller));
      return pageAnswer(rowsOfPage(channels, page), page, { publicUrl: instance.publicUrl, url }, channelView);
    },
  });
}

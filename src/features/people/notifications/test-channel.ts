// POST /notification-channel/{id}/test: sends a test message. If it is accepted, the channel is used from now on.
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { callChannel } from '../../known/channels/call-channel.ts';
import { type Channel, findChannelOf, markVerified, recordError } from '../../known/channels/channel-store.ts';
import { personOf } from '../identity/person.ts';
import { countTest } from './limits.ts';
import { ChannelView, channelView } from './view.ts';

export function testChannel(instance: Instance): Operation {
  return operation({
    id: 'testNotificationChannel',
    method: 'POST',
    path: '/notification-channel/:id/test',
    group: 'Notifications',
    summary: 'Test notification channel',
    description: [
      'Sends a test message and waits for the answer of the service. If it accepts the message, the channel is used',
      'from now on; otherwise `last_error` has the reason. At most 20 in an hour.',
    ].join(' '),
    access: { cookie: true },
    writes: 'notification_test',
    params: idInPath,
    answer: ChannelView,
    problems: ['rate_limited'],
    handle: async ({ params, caller, commit }) => {
      const userId = personOf(caller);
      const channel = isUuid(params.id) ? await findChannelOf(instance.db, userId, params.id) : null;
      if (channel === null) throw new Problem('not_found');
      await countTest(instance, userId);
      const result = await callChannel(instance, channel, testOf(instance, channel));
      return commit(async (trx) => {
        if (result.kind === 'sent') await markVerified(trx, channel.id, instance.clock.now());
        else await recordError(trx, channel.id, result.why);
        const tested = await findChannelOf(trx, userId, channel.id);
        if (tested === null) throw new Problem('not_found');
        return channelView(tested);
      });
    },
  });
}

function testOf({ newId, clock, publicUrl }: Instance, { name }: Channel) {
  const lines = [`This is a test of the channel ${name}. Notifications of the kinds that you choose will come here.`];
  const at = clock.now().toISOString();
  const page = { title: 'Test message', lines, link: `${publicUrl}/console/account?part=notifications`, at };
  return { id: newId(), notification: { kind: 'security', appId: null, ...page } as const };
}

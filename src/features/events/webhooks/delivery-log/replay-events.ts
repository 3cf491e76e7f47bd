// POST /webhook/{id}/replay: resends the events of the endpoint's app from a time on, in order.
import { Problem } from '../../../../core/problem.ts';
import { readSince } from '../../../../core/time/moment.ts';
import { timeZoneFilter } from '../../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, moment, nullable, time, uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { shownMillis, wake } from '../../events/store.ts';
import { lockOwnWebhook } from '../own-webhook.ts';
import { beginReplay, findRunningReplay, type Replay } from './replay-store.ts';

/** The most events of one replay, which keeps its commit short. */
const mostEvents = 1_000;

const ReplayObject = Type.Object({
  id: uuid,
  webhook_id: uuid,
  since: time,
  count: Type.Integer({ description: 'How many events are sent.' }),
  next_since: nullable(
    Type.String({ format: 'date-time', description: 'Where the next replay goes on; null: this one sends all.' }),
  ),
});

export function replayEvents(instance: Instance): Operation {
  return operation({
    id: 'replayWebhook',
    method: 'POST',
    path: '/webhook/:id/replay',
    group: 'Webhooks',
    summary: 'Send events again',
    description:
      'Sends the endpoint its subscribed events since that time again (from the last 30 days), ' +
      `with the same \`webhook-id\` and body as before, oldest first, alongside new events. ` +
      `At most ${mostEvents} are sent, and \`next_since\` is where to continue. ` +
      'Events with a pending attempt are left out. ' +
      'While a replay is running, the same request returns it.',
    access: { cookie: true, pat: 'webhooks:write', appToken: true, oauth2: 'webhooks:write' },
    writes: 'delivery',
    params: idInPath,
    body: Type.Object(
      { since: moment('Events from this time on.'), ...timeZoneFilter },
      { additionalProperties: false },
    ),
    answer: ReplayObject,
    problems: ['webhook_disabled', 'replay_running'],
    handle: ({ params, body, caller, commit }) =>
      commit(async (trx) => {
        const { webhook } = await lockOwnWebhook(trx, params.id, caller);
        if (!webhook.enabled) throw new Problem('webhook_disabled');
        const since = readSince(body);
        const running = await findRunningReplay(trx, webhook.id);
        if (running !== null) {
          if (running.replaySince.getTime() !== since.getTime()) throw new Problem('replay_running');
          return replayView(webhook.id, running);
        }
        const begun = await beginReplay(trx, {
          webhookId: webhook.id,
          appId: webhook.appId,
          types: webhook.events,
          replayId: instance.newId(),
          since,
          from: new Date(Math.max(since.getTime(), instance.clock.now().getTime() - shownMillis)),
          deliveryIds: Array.from({ length: mostEvents }, instance.newId),
        });
        await wake(trx, [webhook.id]);
        return replayView(webhook.id, begun);
      }),
  });
}

function replayView(webhookId: string, replay: Replay) {
  return {
    id: replay.replayId,
    webhook_id: webhookId,
    since: replay.replaySince.toISOString(),
    count: replay.replayCount,
    next_since: replay.replayNextSince?.toISOString() ?? null,
  };
}

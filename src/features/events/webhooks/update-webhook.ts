// PUT /webhook/{id}: changes the given fields. Later attempts use the URL at the time they are made.

import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { judgeChange } from '../../people/apps/acts/judge-change.ts';
import { notifyOwners } from '../../people/apps/acts/notify-owners.ts';
import { auditChange } from '../../people/audit/audit-change.ts';
import { endDeliveries } from './delivery-log/delivery-store.ts';
import { lockEndingWebhook, refuseOfDoor } from './own-webhook.ts';
import { type Webhook, updateWebhook as writeWebhook } from './store.ts';
import { tamperedProblem } from './tampered-webhook.ts';
import { WebhookObject, webhookView } from './view.ts';
import { checkWebhookUrl, webhookFields } from './webhook-body.ts';

const UpdateWebhookBody = Type.Object(
  {
    url: Type.Optional(webhookFields.url),
    events: Type.Optional(webhookFields.events),
    description: Type.Optional(webhookFields.description),
    enabled: Type.Optional(
      Type.Boolean({ description: 'false also ends pending deliveries; true clears past failures.' }),
    ),
  },
  { additionalProperties: false },
);

export function updateWebhook(instance: Instance): Operation {
  return operation({
    id: 'updateWebhook',
    method: 'PUT',
    path: '/webhook/:id',
    group: 'Webhooks',
    summary: 'Update webhook',
    description: [
      'Changes the given fields. A disabled webhook is sent nothing, not even pending deliveries. A',
      '`tampered` one can only be deleted (422).',
    ].join(' '),
    access: { cookie: true, pat: 'webhooks:write', appToken: true, oauth2: 'webhooks:write' },
    writes: 'webhook',
    params: idInPath,
    body: UpdateWebhookBody,
    answer: WebhookObject,
    problems: ['reauthentication_required', 'webhook_of_door'],
    handle: ({ params, body, caller, origin, commit }) => {
      if (body.url !== undefined) checkWebhookUrl(instance.outbound, body.url);
      return commit(async (trx) => {
        const { webhook, app, isLast } = await lockEndingWebhook(trx, params.id, caller);
        if (body.url !== undefined || body.events !== undefined) refuseOfDoor(webhook);
        if (webhook.tampered) throw tamperedProblem();
        const url = body.url ?? webhook.url;
        const enabled = body.enabled ?? webhook.enabled;
        const switchedOn = enabled && !webhook.enabled;
        const switchedOff = !enabled && webhook.enabled;
        const changed: Webhook = {
          ...webhook,
          url,
          events: body.events === undefined ? webhook.events : body.events,
          description: body.description === undefined ? webhook.description : body.description,
          enabled,
          disabledReason: enabled ? null : switchedOff ? 'by_owner' : webhook.disabledReason,
          failingSince: switchedOn ? null : webhook.failingSince,
          updatedAt: instance.clock.now(),
        };
        const facts = { before: { ...webhook, isLast }, after: { ...changed, isLast } };
        const judged = { thing: 'webhook', app, subjectId: webhook.id, ...facts } as const;
        await judgeChange(trx, instance, { caller, origin }, judged);
        await writeWebhook(trx, changed);
        if (switchedOff) await endDeliveries(trx, [webhook.id], 'The endpoint was switched off.', changed.updatedAt);
        const [before, after] = [webhookView(webhook), webhookView(changed)];
        const subject = { of: { appId: webhook.appId }, subjectId: webhook.id };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'webhook.updated', before, after });
        if (changed.url !== webhook.url) {
          const [from, to] = [new URL(webhook.url).host, new URL(changed.url).host];
          const says = `A webhook to ${from} now has a URL at ${to}.`;
          const told = { subjectId: webhook.id, subject: 'A webhook was changed', says, origin };
          await notifyOwners(trx, instance, webhook.appId, told);
        }
        return after;
      });
    },
  });
}

// POST /webhook/{id}/rotate-secret: creates a new signing secret. For a day, deliveries are also signed with the old
// one.

import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import { newSigningKey } from '../../../io/outbound/webhook-signature.ts';
import type { Instance } from '../../instance.ts';
import { judgeChange } from '../../people/apps/acts/judge-change.ts';
import { notifyOwners } from '../../people/apps/acts/notify-owners.ts';
import { auditChange } from '../../people/audit/audit-change.ts';
import { lockOwnWebhook, refuseOfDoor } from './own-webhook.ts';
import { rotateSecret as writeSecret } from './store.ts';
import { tamperedProblem } from './tampered-webhook.ts';
import { secretContext, WebhookWithSecret, webhookView } from './view.ts';

const overlapMillis = 24 * 3_600_000;

export function rotateSecret(instance: Instance): Operation {
  return operation({
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: '/webhook/:id/rotate-secret',
    group: 'Webhooks',
    summary: 'Rotate signing secret',
    description: [
      'For 24 hours, deliveries are signed with both secrets (or both keys, for `v1a`), so that a receiver can',
      'switch to the new one.',
    ].join(' '),
    access: { cookie: true, pat: 'webhooks:write', appToken: true, oauth2: 'webhooks:write' },
    writes: 'webhook_secret',
    params: idInPath,
    answer: WebhookWithSecret,
    problems: ['webhook_of_door'],
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const { webhook, app } = await lockOwnWebhook(trx, params.id, caller);
        refuseOfDoor(webhook);
        const judged = { thing: 'webhook_secret', app, subjectId: webhook.id, before: {}, after: {} } as const;
        await judgeChange(trx, instance, { caller, origin }, judged);
        if (webhook.tampered) throw tamperedProblem();
        const now = instance.clock.now();
        const { secret, publicKey } = newSigningKey(webhook.signature);
        const secretSealed = instance.vault.seal(secret, secretContext(webhook.id));
        const previousUntil = new Date(now.getTime() + overlapMillis);
        await writeSecret(trx, webhook, { secretSealed, publicKey, previousUntil }, now);
        const change = { action: 'webhook.secret_rotated', subjectId: webhook.id, before: {}, after: {} };
        await auditChange(trx, instance, { caller, origin }, { ...change, of: { appId: webhook.appId } });
        const says = `The webhook to ${new URL(webhook.url).host} has a new signing secret.`;
        const told = { subjectId: webhook.id, subject: 'A webhook has a new secret', says, origin };
        await notifyOwners(trx, instance, webhook.appId, told);
        return {
          ...webhookView({ ...webhook, publicKey, previousUntil, updatedAt: now }),
          secret: publicKey === null ? secret : null,
        };
      }),
  });
}

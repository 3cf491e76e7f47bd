// POST /webhook/{id}/rotate-secret: creates a new signing secret. For a day, deliveries are also signed with the old
// one.

import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import { newSigningKey } from '../../../io/outbound/webhook-signature.ts';
import type { Instance } from '../../instance.ts';
import { type ReplacedSecret, replaceSecret } from './acts/replace-secret.ts';
import { refuseOfDoor } from './own-webhook.ts';
import type { Webhook } from './store.ts';
import { WebhookWithSecret, webhookView } from './view.ts';

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
        const made = { id: params.id, make: newSecretOf };
        const { webhook, secret } = await replaceSecret(trx, instance, { caller, origin }, made);
        return { ...webhookView(webhook), secret: webhook.publicKey === null ? secret : null };
      }),
  });
}

function newSecretOf(webhook: Webhook): ReplacedSecret {
  refuseOfDoor(webhook);
  if (webhook.dialect === 'greenfield')
    throw new Problem('webhook_of_door', { detail: 'The shop has the secret, and replaces it itself.' });
  return { ...newSigningKey(webhook.signature), overlapMillis };
}

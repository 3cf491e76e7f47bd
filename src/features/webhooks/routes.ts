// The operations on webhooks.
import type { Operation } from '../../io/http/operation.ts';
import type { Instance } from '../instance.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { listWebhooks } from './list-webhooks.ts';
import { rotateSecret } from './rotate-secret.ts';
import { testWebhook } from './test-webhook.ts';
import { updateWebhook } from './update-webhook.ts';

export function webhookRoutes(instance: Instance): Operation[] {
  return [
    listWebhooks(instance),
    createWebhook(instance),
    updateWebhook(instance),
    deleteWebhook(instance),
    rotateSecret(instance),
    testWebhook(instance),
  ];
}

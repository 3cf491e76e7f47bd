// The operations on webhooks and their deliveries.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getDelivery } from './delivery-log/get-delivery.ts';
import { listDeliveries } from './delivery-log/list-deliveries.ts';
import { redeliver } from './delivery-log/redeliver.ts';
import { replayEvents } from './delivery-log/replay-events.ts';
import { testWebhook } from './delivery-log/test-webhook.ts';
import { getWebhook } from './get-webhook.ts';
import { listWebhooks } from './list-webhooks.ts';
import { rotateSecret } from './rotate-secret.ts';
import { updateWebhook } from './update-webhook.ts';

export function webhookRoutes(instance: Instance): Operation[] {
  return [
    listWebhooks(instance),
    createWebhook(instance),
    getWebhook(instance),
    updateWebhook(instance),
    deleteWebhook(instance),
    rotateSecret(instance),
    testWebhook(instance),
    listDeliveries(instance),
    getDelivery(instance),
    redeliver(instance),
    replayEvents(instance),
  ];
}

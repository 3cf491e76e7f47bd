// Deliveries as the API shows them.

import { nullable, time, uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Delivery } from './delivery-store.ts';

export const DeliveryObject = Type.Object({
  id: uuid,
  webhook_id: uuid,
  event_id: Type.String({ format: 'uuid', description: 'Sent as the header webhook-id at every attempt.' }),
  event_type: Type.String(),
  status: Type.Unsafe<Delivery['status']>({ type: 'string', enum: ['pending', 'delivered', 'exhausted'] }),
  attempts: Type.Integer(),
  next_attempt_at: nullable(time),
  response_status: nullable(Type.Integer()),
  response_body: nullable(Type.String({ description: 'The first KiB of the last response body.' })),
  error: nullable(Type.String()),
  created_at: time,
  updated_at: time,
});

export function deliveryView(delivery: Delivery) {
  return {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    response_status: delivery.responseStatus,
    response_body: delivery.responseBody,
    error: delivery.error,
    created_at: delivery.createdAt.toISOString(),
    updated_at: delivery.updatedAt.toISOString(),
  };
}

// Endpoints, deliveries and events as the API shows them.
import { Type } from 'typebox';
import { type EventType, eventTypes } from '../../core/event.ts';
import { nullable, time, uuid } from '../../io/http/schemas.ts';
import type { StoredEvent } from '../events/store.ts';
import type { Delivery, Webhook } from './store.ts';

export const EventTypes = Type.Array(Type.Unsafe<EventType>({ type: 'string', enum: [...eventTypes] }), {
  minItems: 1,
  maxItems: eventTypes.length,
  uniqueItems: true,
});

const webhookFields = {
  id: uuid,
  app_id: uuid,
  url: Type.String(),
  events: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'The event types it is sent; null for all of them, later ones included.',
  }),
  description: nullable(Type.String()),
  enabled: Type.Boolean(),
  disabled_reason: nullable(
    Type.String({
      description: '`by_owner`, `gone` (it answered 410) or `failing` (nothing but failures for five days).',
    }),
  ),
  failing_since: nullable(time),
  created_at: time,
  updated_at: time,
};

export const WebhookObject = Type.Object(webhookFields);

export const WebhookWithSecret = Type.Object({
  ...webhookFields,
  secret: Type.String({ description: 'Verifies signatures (Standard Webhooks). It is in this answer only: keep it.' }),
});

export const DeliveryObject = Type.Object({
  id: uuid,
  webhook_id: uuid,
  event_id: Type.String({ format: 'uuid', description: 'Sent as the header webhook-id, the same at every attempt.' }),
  event_type: Type.String(),
  status: Type.Unsafe<Delivery['status']>({ type: 'string', enum: ['pending', 'delivered', 'exhausted'] }),
  attempts: Type.Integer(),
  next_attempt_at: nullable(time),
  response_status: nullable(Type.Integer()),
  response_body: nullable(Type.String({ description: 'The first KiB of the last answer.' })),
  error: nullable(Type.String()),
  created_at: time,
  updated_at: time,
});

export const EventObject = Type.Object({
  id: uuid,
  type: Type.String(),
  timestamp: time,
  invoice_id: nullable(uuid),
  sequence: nullable(Type.Integer({ description: "Counts the invoice's events without a gap, from 1." })),
  data: Type.Unsafe<unknown>({ type: 'object', additionalProperties: true }),
});

export function webhookView(webhook: Webhook) {
  return {
    id: webhook.id,
    app_id: webhook.appId,
    url: webhook.url,
    events: webhook.events === null ? null : [...webhook.events],
    description: webhook.description,
    enabled: webhook.enabled,
    disabled_reason: webhook.disabledReason,
    failing_since: webhook.failingSince?.toISOString() ?? null,
    created_at: webhook.createdAt.toISOString(),
    updated_at: webhook.updatedAt.toISOString(),
  };
}

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

export function eventView(event: StoredEvent) {
  return {
    id: event.id,
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    invoice_id: event.invoiceId,
    sequence: event.sequence === null ? null : Number(event.sequence),
    data: event.data,
  };
}

/** Ties a sealed signing secret to its endpoint, so that a row moved to another does not open. */
export function secretContext(webhookId: string): string {
  return `webhook-secret:${webhookId}`;
}

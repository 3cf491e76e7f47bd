// Endpoints as the API shows them.

import { doorKinds } from '../../../core/access/door-kinds.ts';
import { nullable, time, uuid } from '../../../io/http/schemas.ts';
import type { SignatureScheme } from '../../../io/outbound/webhook-signature.ts';
import { Type } from '../../../io/schema.ts';
import type { WebhookDialect } from './acts/webhook-row.ts';
import type { Webhook } from './store.ts';
import { webhookUrlExample } from './webhook-body.ts';

const webhookFields = {
  id: uuid,
  app_id: uuid,
  url: Type.String({ examples: [webhookUrlExample] }),
  events: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'The event types it is sent; null for all types, including future ones.',
  }),
  description: nullable(Type.String()),
  signature: Type.Unsafe<SignatureScheme>({
    type: 'string',
    enum: ['v1', 'v1a'],
    description: '`v1`: HMAC-SHA256 with the secret. `v1a`: Ed25519, verified with `public_key`.',
  }),
  public_key: nullable(
    Type.String({ description: 'Verifies deliveries signed with `v1a`: `whpk_` and 32 bytes in base64.' }),
  ),
  enabled: Type.Boolean(),
  disabled_reason: nullable(
    Type.String({
      description: [
        '`by_owner`, `gone` (it answered 410), `failing` (only failures for five days) or `tampered` (changed outside',
        'the service: delete it and add a new one).',
      ].join(' '),
    }),
  ),
  failing_since: nullable(time),
  previous_secret_until: nullable({
    ...time,
    description: 'Until this time the previous secret signs too; null if it was never rotated.',
  }),
  dialect: Type.Unsafe<WebhookDialect>({
    type: 'string',
    enum: ['quittance', ...doorKinds],
    description: 'The form of its deliveries. `quittance`: the events of this API.',
  }),
  door_id: nullable({
    ...uuid,
    description: 'The door that it belongs to; null for an endpoint that was added through this API.',
  }),
  created_at: time,
  updated_at: time,
};

export const WebhookObject = Type.Object(webhookFields);

export const WebhookWithSecret = Type.Object({
  ...webhookFields,
  secret: nullable(
    Type.String({
      description: [
        'Verifies `v1` signatures. It is only in this response, so store it. null for `v1a`: its private key never',
        'leaves the service.',
      ].join(' '),
    }),
  ),
});

export function webhookView(webhook: Webhook) {
  return {
    id: webhook.id,
    app_id: webhook.appId,
    url: webhook.url,
    events: webhook.events === null ? null : [...webhook.events],
    description: webhook.description,
    signature: webhook.signature,
    public_key: webhook.publicKey,
    enabled: webhook.enabled,
    disabled_reason: webhook.disabledReason,
    failing_since: webhook.failingSince?.toISOString() ?? null,
    previous_secret_until: webhook.previousUntil?.toISOString() ?? null,
    dialect: webhook.dialect,
    door_id: webhook.doorId,
    created_at: webhook.createdAt.toISOString(),
    updated_at: webhook.updatedAt.toISOString(),
  };
}

/** Binds a sealed signing secret to its endpoint. A secret moved to another row cannot be unsealed. */
export function secretContext(webhookId: string): string {
  return `webhook-secret:${webhookId}`;
}

// The fields of an endpoint that its owner can set.

import { fieldsOf } from '../../../core/effects/fields-of.ts';
import { eventTypes, type SubscribableEventType } from '../../../core/event.ts';
import { fieldProblem } from '../../../core/problem.ts';
import { nullable } from '../../../io/http/schemas.ts';
import type { OutboundGate } from '../../../io/outbound/outbound.ts';
import { explainRefusal } from '../../../io/outbound/outbound-url.ts';
import { Type } from '../../../io/schema.ts';

export const webhookUrlExample = 'https://shop.example/hooks';

export const EventTypes = Type.Unsafe<SubscribableEventType[] | null>({
  type: ['array', 'null'],
  items: { type: 'string', enum: [...eventTypes] },
  minItems: 1,
  maxItems: eventTypes.length,
  uniqueItems: true,
  description: 'The event types to send; null for all types. If absent, the default of the app applies.',
});

export const webhookFields = fieldsOf('webhook', {
  url: Type.String({
    format: 'uri',
    maxLength: 1000,
    examples: [webhookUrlExample],
    description: 'An http or https URL at a public address.',
  }),
  events: EventTypes,
  description: nullable(Type.String({ minLength: 1, maxLength: 255 })),
});

/** Throws Problem naming the field if the URL can never be called. Names are not resolved here but at each attempt. */
export function checkWebhookUrl(outbound: OutboundGate, url: string, field = 'url'): void {
  const refusal = outbound.checkUrl(url);
  if (refusal !== null) throw fieldProblem(field, refusal, explainRefusal(refusal));
}

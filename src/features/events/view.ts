// Events as the API shows them: the payload that was sent, and where it stands among its invoice's events.
import { Type } from 'typebox';
import { nullable, time, uuid } from '../../io/http/schemas.ts';
import type { AppEvent } from './store.ts';

export const EventObject = Type.Object({
  id: uuid,
  type: Type.String(),
  timestamp: time,
  invoice_id: nullable(uuid),
  sequence: nullable(Type.Integer({ description: "Counts the invoice's events without a gap, from 1." })),
  data: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
});

export function eventView(event: AppEvent) {
  return {
    id: event.id,
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    invoice_id: event.invoiceId,
    sequence: event.sequence === null ? null : Number(event.sequence),
    data: event.data,
  };
}

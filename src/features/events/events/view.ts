// Events as the API shows them: the delivered payload, and the number within the invoice.
import { type Caller, mayRead } from '../../../core/access.ts';
import { scopeOfEvent } from '../../../core/event.ts';
import { nullable, time, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { AppEvent } from './store.ts';

export const EventObject = Type.Object({
  id: uuid,
  type: Type.String(),
  timestamp: time,
  invoice_id: nullable(uuid),
  sequence: nullable(
    Type.Integer({
      description: "Counts the invoice's events without a gap, from 1.",
    }),
  ),
  data: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: [
      'The payload that was sent. A token with scopes sees it only if it may read such objects (invoices:read,',
      'transactions:read, addresses:read); otherwise only `id`. `metadata` in a transaction needs invoices:read.',
    ].join(' '),
  }),
});

export function eventView(event: AppEvent) {
  return {
    id: event.id,
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    invoice_id: event.invoiceId,
    sequence: event.sequence === null ? null : Number(event.sequence),
    data: { ...event.data, ...event.invoiceFacts },
  };
}

/** The event as this caller may see it. A caller who may not read such objects gets only the object's id. */
export function eventViewFor(caller: Caller, event: AppEvent) {
  if (!mayRead(scopeOfEvent(event.type), caller)) return { ...eventView(event), data: idAlone(event.data) };
  if (event.invoiceFacts === null || mayRead('invoices:read', caller)) return eventView(event);
  const { reference } = event.invoiceFacts;
  return { ...eventView(event), data: { ...event.data, reference } };
}

interface Identified {
  readonly id?: unknown;
  readonly address?: { readonly id?: unknown };
  readonly simulated?: unknown;
}

function idAlone({ id, address, simulated }: Identified): object {
  return { id: id ?? address?.id ?? null, ...(simulated === true ? { simulated } : {}) };
}

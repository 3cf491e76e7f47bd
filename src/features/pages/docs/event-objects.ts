// The object in every event, for the webhooks section of the API document.
import { eventTypes } from '../../../core/event.ts';
import type { Schema } from './components.ts';

export interface DescribedEvent {
  readonly type: string;
  readonly summary: string;
  readonly data: Schema;
  /** Whether it is one of the numbered events of an invoice. */
  readonly isNumbered: boolean;
}

/** In the order of the catalogue, the test event last. */
export function describedEvents(): DescribedEvent[] {
  return [...eventTypes, 'webhook.test' as const].map((type) => ({
    type,
    summary: summaries[type],
    data: dataOf(type),
    isNumbered: /^(?:invoice|transaction)\./.test(type),
  }));
}

const summaries: Readonly<Record<(typeof eventTypes)[number] | 'webhook.test', string>> = {
  'invoice.created': 'An invoice was made',
  'invoice.partially_paid': 'A part of the total is confirmed',
  'invoice.paid': 'The total is confirmed: deliver the goods',
  'invoice.expired': 'The invoice expired before it was paid',
  'invoice.canceled': 'The merchant canceled the invoice',
  'invoice.updated': 'The invoice changed in another way',
  'invoice.reversed': 'A reorg removed a confirmed payment',
  'transaction.created': 'A customer started an attempt to pay',
  'transaction.detected': 'The payment was seen on the chain',
  'transaction.succeeded': 'The payment is confirmed',
  'transaction.canceled': 'The attempt to pay ended without a payment',
  'transaction.rejected': 'The payment failed on the chain, or a reorg removed it',
  'payment.unmatched':
    'A payment arrived that cannot be assigned with certainty; or, with status `withdrawn`, a reorg removed it',
  'address.changed':
    'A receiving address of the app changed, so check that you did it; ' +
    'or an issuer blocked it, or another owner proved control of it',
  'webhook.disabled': 'An endpoint failed for days and is switched off',
  'rate.depegged': 'The market price of an accepted stable coin differs by more than 2 % from its currency',
  'webhook.test': 'The event that POST /webhook/{id}/test sends',
};

/** Events carry what operations answer, so they refer to it by its name. */
function dataOf(type: string): Schema {
  const [about = ''] = type.split('.');
  if (about === 'rate') return depegged;
  if (about === 'transaction') return { allOf: [named('Transaction'), factsOfInvoice] };
  if (about !== 'address') return named(objects[about] ?? 'Webhook');
  return {
    type: 'object',
    properties: {
      change: {
        type: 'string',
        enum: ['added', 'updated', 'deleted', 'blocked', 'unblocked', 'lost'],
        description:
          'blocked, unblocked: by the issuer of a token. lost: another owner proved by a signature that it is theirs.',
      },
      cryptocurrency: { type: 'string', description: 'The token, if its issuer did it.' },
      address: named('AppAddress'),
      lost_address: {
        type: 'string',
        description: 'With lost: the address, if an extended public key gave it out.',
      },
    },
    required: ['change', 'address'],
  };
}

const depegged: Schema = {
  type: 'object',
  properties: {
    cryptocurrency: { type: 'string', description: 'The symbol of the coin.' },
    currency: { type: 'string', description: 'The currency that it represents.' },
    rate: { type: 'string', description: 'The market price of one coin, a plain decimal.' },
    sources: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          source: { type: 'string' },
          rate: { type: 'string' },
          at: { type: 'string', format: 'date-time' },
        },
        required: ['source', 'rate', 'at'],
      },
    },
  },
  required: ['cryptocurrency', 'currency', 'rate', 'sources'],
};

/** Optional: events recorded by earlier versions have none. */
const factsOfInvoice: Schema = {
  type: 'object',
  properties: {
    reference: { type: ['string', 'null'] },
    metadata: {
      type: 'object',
      patternProperties: { '^.*$': { type: 'string' } },
      examples: [{ order_id: '1042' }],
    },
  },
  description: 'Copied from the invoice when the event happened.',
};

/** The name of the object that an event carries; null where it has fields of its own alone. */
export function objectOf(data: Schema): string | null {
  const { $ref, allOf } = data as { $ref?: string; allOf?: readonly { $ref?: string }[] };
  const reference = $ref ?? allOf?.[0]?.$ref;
  return reference === undefined ? null : reference.slice(reference.lastIndexOf('/') + 1);
}

const objects: Readonly<Record<string, string>> = {
  invoice: 'Invoice',
  payment: 'UnmatchedPayment',
};

function named(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

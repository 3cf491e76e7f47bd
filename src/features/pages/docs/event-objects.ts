// The content of each event, for the webhooks section of the API document.
import { eventTypes } from '../../../core/event.ts';
import type { Schema } from './components.ts';

export interface DescribedEvent {
  readonly type: string;
  readonly summary: string;
  readonly data: Schema;
  /** Whether it is one of the numbered events of an invoice. */
  readonly isNumbered: boolean;
}

/** In the order of the catalogue, with the test event last. */
export function describedEvents(): DescribedEvent[] {
  return [...eventTypes, 'webhook.test' as const].map((type) => ({
    type,
    summary: summaries[type],
    data: dataOf(type),
    isNumbered: /^(?:invoice|transaction|refund)\./.test(type),
  }));
}

const summaries: Readonly<Record<(typeof eventTypes)[number] | 'webhook.test', string>> = {
  'invoice.created': 'An invoice was created',
  'invoice.partially_paid': 'Underpaid: a part of the total is confirmed',
  'invoice.paid': 'Paid: the total is confirmed, so deliver the goods',
  'invoice.expired': 'Expired: the deadline passed before the total was paid',
  'invoice.canceled': 'Canceled by the merchant',
  'invoice.updated': 'The invoice changed in another way',
  'invoice.reversed': 'Reversed: a reorg removed a confirmed payment',
  'invoice.refunded': 'A refund is confirmed; see `refunded`',
  'transaction.created': 'Awaiting payment: a customer requested a quote',
  'transaction.detected': 'Confirming: the payment was seen on the chain',
  'transaction.succeeded': 'Confirmed: the payment is credited',
  'transaction.canceled': 'Expired or canceled: the attempt ended without a payment',
  'transaction.rejected': 'Failed on the chain, or reversed by a reorg',
  'refund.created': 'A refund was prepared; its `refund_url` is for the customer',
  'refund.ready': 'The refund has a destination and an amount, and waits for your wallet',
  'refund.seen': 'The refund was seen on the chain; with `amount_differs`, another amount came',
  'refund.sent': 'The refund is confirmed',
  'refund.reversed': 'A reorg removed the transfer of the refund',
  'refund.canceled': 'The merchant canceled the refund',
  'payment.unmatched':
    'Unmatched: a payment that no rule can assign with certainty; with status `withdrawn`, a reorg removed it',
  'address.changed':
    'A receiving address of the app changed, so make sure that it was you; ' +
    'or an issuer has blocked it, or another owner has proved control of it',
  'webhook.disabled': 'An endpoint failed for days and is disabled',
  'rate.depegged': 'The market price of a stable coin that the app accepts differs from its peg by more than 2 %',
  'webhook.test': 'The test event of POST /webhook/{id}/test',
};

/** Events contain the same objects that operations return, so they refer to them by name. */
function dataOf(type: string): Schema {
  const [about = ''] = type.split('.');
  if (about === 'rate') return depegged;
  if (about === 'transaction') return { allOf: [named('Transaction'), factsOfInvoice] };
  if (about === 'refund') return { allOf: [named('Refund'), factsOfInvoice] };
  if (about !== 'address') return named(objects[about] ?? 'Webhook');
  return {
    type: 'object',
    properties: {
      change: {
        type: 'string',
        enum: ['added', 'updated', 'deleted', 'blocked', 'unblocked', 'lost'],
        description: 'blocked, unblocked: by the issuer of a token. lost: another owner proved control by a signature.',
      },
      cryptocurrency: { type: 'string', description: 'Which token, where an issuer did it.' },
      address: named('AppAddress'),
      lost_address: {
        type: 'string',
        description: 'With lost: which address, where it is one of those that an extended public key gives out.',
      },
    },
    required: ['change', 'address'],
  };
}

const depegged: Schema = {
  type: 'object',
  properties: {
    cryptocurrency: { type: 'string', description: 'The symbol of the coin.' },
    currency: { type: 'string', description: 'What it stands for.' },
    rate: { type: 'string', description: 'What the market says that one is worth, a plain decimal.' },
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

/** Optional, because events recorded by earlier versions lack it. */
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

/** The name of the object in the event; null if the event has only fields of its own. */
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

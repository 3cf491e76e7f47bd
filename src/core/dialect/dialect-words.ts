// The words of each dialect for the states and events of an order, and how the merchant is notified where it has none.
import type { DoorKind } from '../access/door-kinds.ts';
import type { SubscribableEventType } from '../event.ts';
import type { InvoiceState } from '../payment/invoice.ts';

export const orderStates = ['open', 'confirming', 'partially_paid', 'paid', 'expired', 'canceled'] as const;
export type OrderState = (typeof orderStates)[number];

/** An invoice is `confirming` while a payment for it was seen and is not credited yet. */
export function orderStateOf({ status, pending }: Pick<InvoiceState, 'status' | 'pending'>): OrderState {
  const isUnpaid = status === 'open' || status === 'partially_paid';
  return isUnpaid && pending > 0n ? 'confirming' : status;
}

export interface DialectWords {
  readonly name: string;
  /** The field that a query answers, and its value in each state. Null for a dialect without a query. */
  readonly query: {
    readonly field: string;
    readonly values: Readonly<Record<OrderState, string | number>>;
  } | null;
  /** The field of a notification, and its value for each event. The shop is notified of no other event. */
  readonly notification: {
    readonly field: string;
    readonly values: Readonly<Partial<Record<SubscribableEventType, string | number>>>;
  };
}

/** Sources: the public documentation of EPay and of Epusdt. */
export const dialectWords = {
  epay: {
    name: 'EPay',
    query: {
      field: 'status',
      values: { open: 0, confirming: 0, partially_paid: 0, paid: 1, expired: 0, canceled: 0 },
    },
    notification: { field: 'trade_status', values: { 'invoice.paid': 'TRADE_SUCCESS' } },
  },
  epusdt: {
    name: 'Epusdt',
    // Waiting, paid, and over.
    query: {
      field: 'status',
      values: { open: 1, confirming: 1, partially_paid: 1, paid: 2, expired: 3, canceled: 3 },
    },
    notification: { field: 'status', values: { 'invoice.paid': 2 } },
  },
} as const satisfies Partial<Record<DoorKind, DialectWords>>;

export type SpokenDialect = keyof typeof dialectWords;
export const spokenDialects = Object.keys(dialectWords) as SpokenDialect[];

/** The events that shops of this dialect are notified about. */
export function notifiedEvents(dialect: SpokenDialect): SubscribableEventType[] {
  return Object.keys(dialectWords[dialect].notification.values) as SubscribableEventType[];
}

/**
 * Whether the event may still be reported for an order in this state. A payment can be reversed between the event and a
 * later attempt to deliver it.
 */
export function isStillTrue(type: string, state: OrderState): boolean {
  return type !== 'invoice.paid' || state === 'paid';
}

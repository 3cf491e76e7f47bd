// Every state, exception and event of an order, and how a merchant with a door is notified of it.
import type { SubscribableEventType } from '../event.ts';
import {
  type DialectWords,
  dialectWords,
  type OrderState,
  type SpokenDialect,
  spokenDialects,
} from './dialect-words.ts';

export interface Situation {
  readonly meaning: string;
  /** The event that is emitted for it. */
  readonly event: SubscribableEventType;
  /** The state of the order. Null: any state, because the payment belongs to no order yet. */
  readonly state: OrderState | null;
  /** The kind in `GET /app/{id}/attention`; null if nothing is left to do. */
  readonly attention: 'payments_reorged' | 'shop_not_notified' | 'unmatched_payments' | null;
  /** Whether the owners are mailed, unless the dialect has a notification for the event. */
  readonly isMailed: boolean;
}

const usual = { attention: null, isMailed: false } as const;
const waiting = {
  event: 'payment.unmatched',
  state: null,
  attention: 'unmatched_payments',
  isMailed: true,
} as const;

export const situations = {
  open: { ...usual, meaning: 'No payment was seen', event: 'invoice.created', state: 'open' },
  confirming: {
    ...usual,
    meaning: 'A payment was seen, and is not confirmed yet',
    event: 'transaction.detected',
    state: 'confirming',
  },
  partially_paid: {
    ...usual,
    meaning: 'A part is paid',
    event: 'invoice.partially_paid',
    state: 'partially_paid',
  },
  paid: { ...usual, meaning: 'Enough is paid', event: 'invoice.paid', state: 'paid' },
  overpaid: {
    meaning: 'More than the total is paid',
    event: 'invoice.paid',
    state: 'paid',
    attention: 'shop_not_notified',
    isMailed: false,
  },
  paid_late: { ...usual, meaning: 'Enough is paid after the deadline', event: 'invoice.paid', state: 'paid' },
  settled_manually: { ...usual, meaning: 'The merchant settled it', event: 'invoice.paid', state: 'paid' },
  reversed: {
    meaning: 'It was paid, and a reorg removed a payment',
    event: 'invoice.reversed',
    state: 'open',
    attention: 'payments_reorged',
    isMailed: true,
  },
  reversed_in_part: {
    meaning: 'It was paid, and a reorg left a part',
    event: 'invoice.reversed',
    state: 'partially_paid',
    attention: 'payments_reorged',
    isMailed: true,
  },
  expired: { ...usual, meaning: 'The deadline passed without a payment', event: 'invoice.expired', state: 'expired' },
  expired_in_part: {
    meaning: 'The deadline passed, and a part is paid',
    event: 'invoice.expired',
    state: 'expired',
    attention: 'shop_not_notified',
    isMailed: true,
  },
  canceled: { ...usual, meaning: 'The merchant canceled it', event: 'invoice.canceled', state: 'canceled' },
  partially_refunded: {
    ...usual,
    meaning: 'The merchant refunded a part',
    event: 'invoice.refunded',
    state: 'paid',
  },
  refunded: { ...usual, meaning: 'The merchant refunded all of it', event: 'invoice.refunded', state: 'paid' },
  held: { ...waiting, meaning: 'A payment is held until the merchant decides' },
  unmatched: { ...waiting, meaning: 'A payment belongs to no order with certainty' },
} as const satisfies Readonly<Record<string, Situation>>;
export type SituationName = keyof typeof situations;

export interface DialectCell {
  /** The value that a query answers; null if the dialect has no query, or if no order is meant. */
  readonly answer: string | number | null;
  /** The value that the shop is notified of; null if it is not notified. */
  readonly notification: string | number | null;
  readonly attention: Situation['attention'];
  readonly isMailed: boolean;
}

/** A cell of the table of docs/reference/shop-dialects.md. */
export function dialectCell(dialect: SpokenDialect, name: SituationName): DialectCell {
  const { event, state, attention, isMailed }: Situation = situations[name];
  const words: DialectWords = dialectWords[dialect];
  const notification = words.notification.values[event] ?? null;
  return {
    answer: state === null ? null : (words.query?.values[state] ?? null),
    notification,
    attention,
    isMailed: isMailed && notification === null,
  };
}

export interface MailedPair {
  readonly type: SubscribableEventType;
  readonly dialect: SpokenDialect;
}

/** The events that the owners of an app are mailed about, for each dialect that has no notification for them. */
export function mailedPairs(): MailedPair[] {
  const names = Object.keys(situations) as SituationName[];
  return spokenDialects.flatMap((dialect) => {
    const mailed = names.filter((name) => dialectCell(dialect, name).isMailed);
    return [...new Set(mailed.map((name) => situations[name].event))].map((type) => ({ type, dialect }));
  });
}

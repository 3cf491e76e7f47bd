// Every state, exception and event of an order, and how a merchant with a door is notified of it.
import type { SubscribableEventType } from '../event.ts';
import {
  answersOf,
  type DialectWords,
  dialectWords,
  notificationsOf,
  type SpokenDialect,
  spokenDialects,
  type Word,
} from './dialect-words.ts';
import type { OrderSituation } from './order-situation.ts';

export interface Situation {
  readonly meaning: string;
  /** The event that is emitted for it. */
  readonly event: SubscribableEventType;
  /** The kind in `GET /app/{id}/attention`; null if nothing is left to do. */
  readonly attention: 'payments_reorged' | 'shop_not_notified' | 'unmatched_payments' | null;
  /** Whether the owners are mailed, unless the dialect has a notification for the event. */
  readonly isMailed: boolean;
}

const usual = { attention: null, isMailed: false } as const;
const waiting = {
  event: 'payment.unmatched',
  attention: 'unmatched_payments',
  isMailed: true,
} as const;

export const situations = {
  open: { ...usual, meaning: 'No payment was seen', event: 'invoice.created' },
  confirming: {
    ...usual,
    meaning: 'A payment was seen, and is not confirmed yet',
    event: 'transaction.detected',
  },
  partially_paid: {
    ...usual,
    meaning: 'A part is paid',
    event: 'invoice.partially_paid',
  },
  paid: { ...usual, meaning: 'Enough is paid', event: 'invoice.paid' },
  overpaid: {
    meaning: 'More than the total is paid',
    event: 'invoice.paid',
    attention: 'shop_not_notified',
    isMailed: false,
  },
  paid_late: { ...usual, meaning: 'Enough is paid after the deadline', event: 'invoice.paid' },
  settled_manually: { ...usual, meaning: 'The merchant settled it', event: 'invoice.paid' },
  reversed: {
    meaning: 'It was paid, and a reorg removed a payment',
    event: 'invoice.reversed',
    attention: 'payments_reorged',
    isMailed: true,
  },
  reversed_in_part: {
    meaning: 'It was paid, and a reorg left a part',
    event: 'invoice.reversed',
    attention: 'payments_reorged',
    isMailed: true,
  },
  expired: { ...usual, meaning: 'The deadline passed without a payment', event: 'invoice.expired' },
  expired_in_part: {
    meaning: 'The deadline passed, and a part is paid',
    event: 'invoice.expired',
    attention: 'shop_not_notified',
    isMailed: true,
  },
  canceled: { ...usual, meaning: 'The merchant canceled it', event: 'invoice.canceled' },
  partially_refunded: {
    ...usual,
    meaning: 'The merchant refunded a part',
    event: 'invoice.refunded',
  },
  refunded: { ...usual, meaning: 'The merchant refunded all of it', event: 'invoice.refunded' },
  held: { ...waiting, meaning: 'A payment is held until the merchant decides' },
  unmatched: { ...waiting, meaning: 'A payment belongs to no order with certainty' },
} as const satisfies Readonly<Record<OrderSituation | 'held' | 'unmatched', Situation>>;
export type SituationName = keyof typeof situations;

export interface DialectCell {
  /** The values that a query answers, the qualifier last. Empty if no order is meant. */
  readonly answer: readonly Word[];
  /** The values that the shop is notified of. Empty if it is not notified. */
  readonly notification: readonly Word[];
  readonly attention: Situation['attention'];
  readonly isMailed: boolean;
}

/** A cell of the table of docs/reference/shop-dialects.md. */
export function dialectCell(dialect: SpokenDialect, name: SituationName): DialectCell {
  const { event, attention, isMailed }: Situation = situations[name];
  if (isWaiting(name)) return { answer: [], notification: [], attention, isMailed };
  const notification = notificationsOf(dialect, event, name);
  return {
    answer: answersOf(dialect, name),
    notification,
    attention: attention === 'shop_not_notified' && hasOwnWord(dialect, name) ? null : attention,
    isMailed: isMailed && notification.length === 0,
  };
}

function isWaiting(name: SituationName): name is 'held' | 'unmatched' {
  return name === 'held' || name === 'unmatched';
}

/** Whether the dialect tells this situation from others with the same status. */
function hasOwnWord(dialect: SpokenDialect, name: OrderSituation): boolean {
  const { qualifier }: DialectWords['query'] = dialectWords[dialect].query;
  return qualifier?.values[name] !== undefined;
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

// The words of each dialect for the situation of an order, and for the events that its shops are notified of.
import type { DoorKind } from '../access/door-kinds.ts';
import type { SubscribableEventType } from '../event.ts';
import { commerceWords } from './commerce-words.ts';
import { greenfieldWords } from './greenfield-words.ts';
import { isStillTrue, type OrderSituation } from './order-situation.ts';

export type Word = string | number;

export interface DialectWords {
  readonly name: string;
  /** The field that a query answers, and its value for each situation. */
  readonly query: {
    readonly field: string;
    readonly values: Readonly<Record<OrderSituation, Word>>;
    /** A second field that qualifies the first, with its value where it has no special one. */
    readonly qualifier?: {
      readonly field: string;
      readonly usual: Word | null;
      readonly values: Readonly<Partial<Record<OrderSituation, Word>>>;
    };
  };
  /** The field of a notification, and its values for each event. The shop is notified of no other event. */
  readonly notification: {
    readonly field: string;
    readonly values: Readonly<Partial<Record<SubscribableEventType, Word>>>;
    /**
     * The situations in which an event may still be reported. Shops act on the word alone, so a late delivery must not
     * take back a newer one. An event that is not listed is a fact that stays true.
     */
    readonly validIn?: Readonly<Partial<Record<SubscribableEventType, readonly OrderSituation[]>>>;
    /** Values that replace the usual one of the event in some situations. Several are sent one after the other. */
    readonly special?: Readonly<Partial<Record<OrderSituation, Word | readonly Word[]>>>;
  };
}

/** Sources: the public documentation of EPay and of Epusdt. */
export const dialectWords = {
  epay: {
    name: 'EPay',
    query: {
      field: 'status',
      values: {
        ...{ open: 0, confirming: 0, partially_paid: 0, reversed: 0, reversed_in_part: 0 },
        ...{ paid: 1, overpaid: 1, paid_late: 1, settled_manually: 1, partially_refunded: 1, refunded: 1 },
        ...{ expired: 0, expired_in_part: 0, canceled: 0 },
      },
    },
    notification: { field: 'trade_status', values: { 'invoice.paid': 'TRADE_SUCCESS' } },
  },
  epusdt: {
    name: 'Epusdt',
    // Waiting, paid, and over.
    query: {
      field: 'status',
      values: {
        ...{ open: 1, confirming: 1, partially_paid: 1, reversed: 1, reversed_in_part: 1 },
        ...{ paid: 2, overpaid: 2, paid_late: 2, settled_manually: 2, partially_refunded: 2, refunded: 2 },
        ...{ expired: 3, expired_in_part: 3, canceled: 3 },
      },
    },
    notification: { field: 'status', values: { 'invoice.paid': 2 } },
  },
  greenfield: greenfieldWords,
  commerce: commerceWords,
} as const satisfies Record<DoorKind, DialectWords>;

export type SpokenDialect = keyof typeof dialectWords;
export const spokenDialects = Object.keys(dialectWords) as SpokenDialect[];

/** The events that shops of this dialect are notified about. */
export function notifiedEvents(dialect: SpokenDialect): SubscribableEventType[] {
  return Object.keys(dialectWords[dialect].notification.values) as SubscribableEventType[];
}

/** The values that a query answers in this situation, the qualifier last if there is one. */
export function answersOf(dialect: SpokenDialect, situation: OrderSituation): readonly Word[] {
  const { values, qualifier }: DialectWords['query'] = dialectWords[dialect].query;
  const second = qualifier === undefined ? null : (qualifier.values[situation] ?? qualifier.usual);
  return second === null ? [values[situation]] : [values[situation], second];
}

/** The notifications of an event, in the order in which they are sent. Empty for an event without a word. */
export function notificationsOf(
  dialect: SpokenDialect,
  event: SubscribableEventType,
  situation: OrderSituation,
): readonly Word[] {
  const { values, special }: DialectWords['notification'] = dialectWords[dialect].notification;
  const usual = values[event];
  if (usual === undefined) return [];
  const found = eventOfSituation[situation] === event ? (special?.[situation] ?? usual) : usual;
  return Array.isArray(found) ? found : [found as Word];
}

/** Whether the shop may be notified of the event while its order is in this situation. */
export function mayNotify(dialect: SpokenDialect, event: SubscribableEventType, situation: OrderSituation): boolean {
  const { validIn }: DialectWords['notification'] = dialectWords[dialect].notification;
  return isStillTrue(event, situation) && (validIn?.[event]?.includes(situation) ?? true);
}

/** The event that leads to each situation, as long as no other follows. */
const eventOfSituation: Readonly<Partial<Record<OrderSituation, SubscribableEventType>>> = {
  confirming: 'transaction.detected',
  overpaid: 'invoice.paid',
  paid_late: 'invoice.paid',
  settled_manually: 'invoice.paid',
};

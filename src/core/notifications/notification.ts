// The kinds of notifications for merchants, and whether each goes by mail.
import { type EventType, needsDecision } from '../event.ts';

/**
 * payments: an invoice was paid. decisions: a payment or an order needs a decision. webhooks: an endpoint was switched
 * off. coins: an accepted stable coin lost its peg. security: a credential, the team or an address was changed.
 */
export const notificationKinds = ['payments', 'decisions', 'webhooks', 'coins', 'security'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Names that customers or merchants entered must be prepared by nameInBody. Formats escape their own syntax. */
export interface Notification {
  readonly kind: NotificationKind;
  /** The app that it is about; null for an account. */
  readonly appId: string | null;
  readonly title: string;
  readonly lines: readonly string[];
  /** A page of the service, with its whole URL; null for none. It is the only link of the message. */
  readonly link: string | null;
  /** RFC 3339. */
  readonly at: string;
}

const mailByDefault: Readonly<Record<NotificationKind, boolean>> = {
  payments: false,
  decisions: true,
  webhooks: true,
  coins: true,
  security: true,
};

/** Whether a user can choose if this kind goes by mail. Otherwise it always does. */
export function isMailChosen(kind: NotificationKind): boolean {
  return kind !== 'security';
}

/** Whether this kind goes by mail. `chosen`: the user's choice; null for none. Security notices always do. */
export function goesByMail(kind: NotificationKind, chosen: boolean | null): boolean {
  return isMailChosen(kind) ? (chosen ?? mailByDefault[kind]) : true;
}

/** The kind of notification that an event of an app causes; null for none. Made-up events cause none. */
export function notificationFor(type: EventType, data: unknown): 'payments' | 'decisions' | null {
  if ((data as { readonly simulated?: boolean }).simulated === true) return null;
  if (type === 'invoice.paid') return 'payments';
  return needsDecision(type, data) ? 'decisions' : null;
}

// An event, as Coinbase Commerce shows it: with the charge as it is now.
import { notificationsOf, notifiedEvents } from '../../../../core/dialect/dialect-words.ts';
import { type OrderSituation, orderSituation } from '../../../../core/dialect/order-situation.ts';
import type { SubscribableEventType } from '../../../../core/event.ts';
import type { InvoiceState } from '../../../../core/payment/invoice.ts';
import type { AppEvent } from '../../../events/events/store.ts';
import type { ChargeView } from '../charges/charge-view.ts';
import { apiVersion } from '../commerce-wire.ts';

/** The types of our events that have a word in this dialect. */
export const shownTypes = notifiedEvents('commerce');

export interface ShownEvent {
  readonly id: string;
  /** The word of the dialect. */
  readonly type: string;
  readonly at: Date;
}

export function eventView({ id, type, at }: ShownEvent, charge: ChargeView): object {
  return { id, resource: 'event', type, api_version: apiVersion, created_at: at.toISOString(), data: charge };
}

/** The words for our event, by the invoice as it was then. */
export function wordsOf({ type, data }: Pick<AppEvent, 'type' | 'data'>): readonly string[] {
  return notificationsOf('commerce', type as SubscribableEventType, situationIn(type, data)).map(String);
}

/** The fields of an invoice in its events. */
interface InvoiceData extends Pick<InvoiceState, 'status' | 'exceptions'> {
  readonly paid: string;
  readonly pending: string;
}

function situationIn(type: string, data: object): OrderSituation {
  if (!type.startsWith('invoice.')) return 'confirming';
  const { status, exceptions, paid, pending } = data as InvoiceData;
  return orderSituation({ status, exceptions, paid: signOf(paid), pending: signOf(pending) });
}

/** Situations depend on whether an amount is more than zero only. */
function signOf(amount: string): bigint {
  return /[1-9]/.test(amount) ? 1n : 0n;
}

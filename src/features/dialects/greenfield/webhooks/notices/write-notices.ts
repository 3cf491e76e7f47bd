// Writes the bodies of Greenfield's notifications. Source: the Greenfield API of BTCPay Server, the webhook events.
import {
  type GreenfieldType,
  greenfieldNotices,
  greenfieldTypes,
  type NoticedInvoice,
  outcomeFields,
  processingFields,
} from '../../../../../core/dialect/greenfield-notices.ts';
import { isPaidSituation, isStillTrue, orderSituation } from '../../../../../core/dialect/order-situation.ts';
import type { SubscribableEventType } from '../../../../../core/event.ts';
import type { Instance } from '../../../../instance.ts';
import type { Transaction } from '../../../../money/ledger/transaction-store.ts';
import { secondsOf } from '../../greenfield-wire.ts';
import { paymentMethodId } from '../../payment-methods/payment-method-id.ts';
import { type NoticeFacts, type NoticeSource, readFacts } from './notice-facts.ts';

export interface Notices {
  /** JSON texts, in the order in which they are sent. */
  readonly bodies: readonly string[];
  /** Why nothing is sent now; null if the notifications are still true. */
  readonly outdated: string | null;
}

type Parts = Pick<Instance, 'db' | 'catalog'>;

/** Returns the notifications of each delivery, in order. Null for a record that was changed outside the service. */
export async function writeNotices(instance: Parts, sources: readonly NoticeSource[]): Promise<(Notices | null)[]> {
  const facts = await readFacts(instance, sources);
  return sources.map((source, index) => {
    if (source.type === 'webhook.test') return { bodies: [testBody(source)], outdated: null };
    const found = facts[index] ?? null;
    return found === null ? null : noticesOf(instance, source, found);
  });
}

/** A second notification of the same event has the id of the delivery with this suffix. */
export const secondSuffix = '-2';

function noticesOf(instance: Parts, source: NoticeSource, facts: NoticeFacts): Notices {
  const event = source.type as SubscribableEventType;
  const chosen = greenfieldNotices(event, facts.invoice).filter((type) => isChosen(source, type));
  const bodies = chosen.map((type, index) => {
    const head = headOf(source, type, index === 0 ? '' : secondSuffix);
    const { id: invoiceId } = facts.invoice;
    return JSON.stringify({ ...head, invoiceId, metadata: facts.metadata, ...fieldsOf(instance, type, source, facts) });
  });
  return { bodies, outdated: chosen.length === 0 ? notChosen : untruthOf(source, facts) };
}

const notChosen = 'The shop chose no notification of this event. Nothing was sent.';

function isChosen({ shopEvents }: NoticeSource, type: GreenfieldType): boolean {
  return shopEvents === null || shopEvents.includes(type);
}

function untruthOf({ type }: NoticeSource, { invoice, payment }: NoticeFacts): string | null {
  if (payment !== null && !isPresent(type, payment)) return 'The payment is no longer valid. Nothing was sent.';
  const situation = orderSituation(invoice);
  if (isStillTrue(type, situation)) return null;
  return `The invoice is ${isPaidSituation(situation) ? 'paid by now' : 'no longer paid'}. Nothing was sent.`;
}

function isPresent(type: string, { status, received }: Transaction): boolean {
  return status === 'success' || (type === 'transaction.detected' && status === 'processing' && received !== null);
}

function headOf(source: NoticeSource, type: GreenfieldType, suffix: string) {
  const deliveryId = `${source.deliveryId}${suffix}`;
  return {
    deliveryId,
    webhookId: source.webhookId,
    // Each attempt has the same id, so shops recognize a repeated one.
    originalDeliveryId: deliveryId,
    isRedelivery: source.isRepeated,
    type,
    timestamp: secondsOf(source.eventAt),
    storeId: source.appId,
  };
}

function fieldsOf(instance: Parts, type: GreenfieldType, source: NoticeSource, facts: NoticeFacts): object {
  switch (type) {
    case 'InvoiceReceivedPayment':
    case 'InvoicePaymentSettled':
      return facts.payment === null ? {} : paymentFields(instance, type, source, { ...facts, payment: facts.payment });
    case 'InvoiceProcessing':
      return processingFields(facts.invoice);
    default:
      return outcomeFields(type, source.type as SubscribableEventType, source.data as NoticedInvoice);
  }
}

/** The part of an event's transaction that a notification repeats. */
interface NoticedPayment {
  readonly id: string;
  readonly hash: string | null;
  readonly to: string;
  readonly received_amount: string | null;
}

function paymentFields(
  { catalog }: Parts,
  type: GreenfieldType,
  { data, eventAt }: NoticeSource,
  { invoice, payment }: NoticeFacts & { readonly payment: Transaction },
): object {
  const { id, hash, to, received_amount: value } = data as NoticedPayment;
  const asset = catalog.assetById(payment.assetId);
  return {
    afterExpiration: eventAt > invoice.deadline,
    ...(asset === null ? {} : { paymentMethodId: paymentMethodId(asset) }),
    payment: {
      id: hash ?? id,
      receivedDate: secondsOf(eventAt),
      value: value ?? '0',
      fee: '0',
      status: type === 'InvoicePaymentSettled' ? 'Settled' : 'Processing',
      destination: to,
    },
  };
}

/** BTCPay Server's own test has an id that no invoice has. */
function testBody(source: NoticeSource): string {
  const chosen = greenfieldTypes.filter((type) => isChosen(source, type));
  const type = chosen.includes('InvoiceSettled') ? 'InvoiceSettled' : (chosen[0] ?? 'InvoiceSettled');
  const invoiceId = `__test__${source.eventId}__test__`;
  const fields = outcomeFields(type, 'webhook.test', { exceptions: [], paid: '0' });
  return JSON.stringify({ ...headOf(source, type, ''), invoiceId, metadata: {}, ...fields });
}

// Notifications of Epusdt: a signed JSON POST to the order's address, received if the shop answers `ok`.
import { dialectWords } from '../../../core/dialect/dialect-words.ts';
import type { DeliveryForm } from '../../events/deliveries/delivery-form.ts';
import { type Message, userAgent } from '../../events/deliveries/message.ts';
import type { WebhookOrder } from '../../events/webhooks/orders/order-store.ts';
import type { Instance } from '../../instance.ts';
import { listSucceeded, type Transaction } from '../../money/ledger/transaction-store.ts';
import { transactionView } from '../../money/ledger/transaction-view.ts';
import { signatureOf } from '../shop-orders/field-signature.ts';
import { orderForm, refusalWithout } from '../shop-orders/order-form.ts';
import { jsonAmount } from './json-amount.ts';

const statusPaid = dialectWords.epusdt.notification.values['invoice.paid'];

export function epusdtForm(instance: Instance): DeliveryForm {
  const { db } = instance;
  return orderForm(db, async (orders) => {
    const payments = await listSucceeded(
      db,
      orders.map(({ invoiceId }) => invoiceId),
    );
    return (order) => {
      const payment = payments.findLast(({ invoiceId }) => invoiceId === order.invoiceId) ?? null;
      return messageOf(instance, order, payment);
    };
  });
}

/** `payment` is null for an order that was settled by hand. */
function messageOf(instance: Instance, order: WebhookOrder, payment: Transaction | null): Message {
  const paid = payment === null ? null : transactionView(instance, payment, null);
  return {
    request({ secrets: [key] }) {
      const fields = {
        trade_id: order.invoiceId,
        order_id: order.orderNo,
        amount: jsonAmount(order.money),
        actual_amount: jsonAmount(paid?.received_amount ?? paid?.amount ?? '0'),
        token: paid?.to ?? '',
        block_transaction_id: paid?.hash ?? '',
        status: statusPaid,
      };
      const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
      const body = JSON.stringify({ ...fields, signature: signatureOf(texts, key) });
      const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
      return { method: 'POST', url: order.notifyUrl, headers, body };
    },
    refusal: refusalWithout('ok'),
  };
}

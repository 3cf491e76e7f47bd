// Notifications of EPay: a GET to the order's address, received if the shop answers `success`.
import type { DeliveryForm } from '../../events/deliveries/delivery-form.ts';
import { type Message, userAgent } from '../../events/deliveries/message.ts';
import type { WebhookOrder } from '../../events/webhooks/orders/order-store.ts';
import type { Instance } from '../../instance.ts';
import { listPids } from '../doors/door-store.ts';
import { orderForm, refusalWithout } from '../shop-orders/order-form.ts';
import { paidUrl } from './epay-message.ts';

export function epayForm({ db }: Pick<Instance, 'db'>): DeliveryForm {
  return orderForm(db, async (orders) => {
    const pids = await listPids(
      db,
      orders.map(({ webhookId }) => webhookId),
    );
    return (order) => {
      const pid = pids.get(order.webhookId);
      return pid === undefined ? null : messageOf(order, pid);
    };
  });
}

function messageOf(order: WebhookOrder, pid: string): Message {
  return {
    request: ({ secrets: [key] }) => ({
      method: 'GET',
      url: paidUrl(order.notifyUrl, order, { pid, key }),
      headers: { 'user-agent': userAgent },
      body: null,
    }),
    refusal: refusalWithout('success'),
  };
}

// The queries of EPay: one order, a list of orders, and the merchant.
import { dialectWords } from '../../../core/dialect/dialect-words.ts';
import { orderSituation } from '../../../core/dialect/order-situation.ts';
import { fieldProblem, Problem } from '../../../core/problem.ts';
import type { DialectAnswer, DialectCall } from '../../../io/http/dialects/dialect.ts';
import { isUuid } from '../../../io/http/schemas.ts';
import {
  countOrders,
  findOrder,
  findOrderOf,
  listOrders,
  type WebhookOrder,
} from '../../events/webhooks/orders/order-store.ts';
import type { Instance } from '../../instance.ts';
import { findInvoice, type Invoice } from '../../money/ledger/invoice-store.ts';
import { ownApp } from '../../people/apps/own-app.ts';
import type { Fields } from '../shop-orders/field-signature.ts';
import type { SigningDoor } from '../shop-orders/signing-door.ts';
import { answered, fieldsOf } from './epay-wire.ts';

const mostOrders = 50;

export async function answerQuery(instance: Instance, door: SigningDoor, call: DialectCall): Promise<DialectAnswer> {
  const fields = fieldsOf(call);
  await ownApp(instance.db, door.appId, call.caller);
  switch (fields.act) {
    case 'order':
      return answered(await oneOrder(instance, door, fields));
    case 'orders':
      return answered(await someOrders(instance, door, fields));
    case 'query':
      return answered({ pid: door.pid, active: 1, orders: await countOrders(instance.db, door.webhookId) });
    default:
      throw fieldProblem('act', 'unknown', 'Must be order, orders or query.');
  }
}

async function oneOrder({ db }: Instance, { webhookId }: SigningDoor, fields: Fields) {
  const { trade_no: invoiceId = '', out_trade_no: orderNo = '' } = fields;
  const byInvoice = isUuid(invoiceId) ? await findOrderOf(db, { webhookId, invoiceId }) : null;
  const order = byInvoice ?? (orderNo === '' ? null : await findOrder(db, { webhookId, orderNo }));
  const invoice = order === null ? null : await findInvoice(db, order.invoiceId);
  if (order === null || invoice === null) throw new Problem('not_found', { detail: 'There is no such order.' });
  return orderView(order, invoice);
}

async function someOrders({ db }: Instance, { webhookId }: SigningDoor, { page = '1', limit = '20' }: Fields) {
  const at = numberIn('page', page, 100_000);
  // As EPay does, a larger page is cut.
  const most = Math.min(numberIn('limit', limit, 100_000), mostOrders);
  const orders = await listOrders(db, webhookId, { limit: most, offset: (at - 1) * most });
  const data = [];
  for (const order of orders) {
    const invoice = await findInvoice(db, order.invoiceId);
    if (invoice !== null) data.push(orderView(order, invoice));
  }
  return { data };
}

function numberIn(field: string, text: string, most: number): number {
  if (/^[1-9][0-9]{0,5}$/.test(text) && Number(text) <= most) return Number(text);
  throw fieldProblem(field, 'out_of_range', `Must be from 1 to ${most}.`);
}

function orderView({ orderNo, money, details }: WebhookOrder, invoice: Invoice) {
  const { type = '', name = '', param = '' } = details;
  return {
    trade_no: invoice.id,
    out_trade_no: orderNo,
    type,
    name,
    money,
    param,
    status: dialectWords.epay.query.values[orderSituation(invoice)],
    addtime: timeText(invoice.createdAt),
    endtime: timeText(invoice.paidAt),
  };
}

/** In UTC; null if there is no time. */
function timeText(time: Date | null): string | null {
  return time === null ? null : time.toISOString().slice(0, 19).replace('T', ' ');
}

// GET …/pay/check-status/{trade_id} of Epusdt: whether an order is paid.
import { dialectWords } from '../../../core/dialect/dialect-words.ts';
import { orderSituation } from '../../../core/dialect/order-situation.ts';
import { Problem } from '../../../core/problem.ts';
import type { DialectAnswer, DialectCall } from '../../../io/http/dialects/dialect.ts';
import { isUuid } from '../../../io/http/schemas.ts';
import { findOrderOf } from '../../events/webhooks/orders/order-store.ts';
import type { Instance } from '../../instance.ts';
import { findInvoice } from '../../money/ledger/invoice-store.ts';
import { signingDoor } from '../shop-orders/signing-door.ts';
import { answered } from './epusdt-wire.ts';

const statuses = dialectWords.epusdt.query.values;

/** Clients of Epusdt read `data`. Clients of BEpusdt read the same fields next to it. */
export async function checkStatus(instance: Instance, { params }: DialectCall): Promise<DialectAnswer> {
  const { door: doorId = '', trade: invoiceId = '' } = params;
  if (!isUuid(doorId) || !isUuid(invoiceId)) throw new Problem('not_found');
  const door = await signingDoor(instance, 'epusdt', doorId.toLowerCase());
  const { webhookId } = door ?? {};
  const order = webhookId === undefined ? null : await findOrderOf(instance.db, { webhookId, invoiceId });
  const invoice = order === null ? null : await findInvoice(instance.db, invoiceId);
  if (invoice === null) throw new Problem('not_found', { detail: 'There is no such order.' });
  const data = { trade_id: invoice.id, status: statuses[orderSituation(invoice)] };
  const { status, body } = answered(data);
  return { status, body: { ...(body as object), ...data } };
}

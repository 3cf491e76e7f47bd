// Sends a customer back to the shop. Only the link of a paid order is signed as paid, and it is not shown before.
import { isPaidSituation, orderSituation } from '../../../core/dialect/order-situation.ts';
import { Problem } from '../../../core/problem.ts';
import type { DialectAnswer, DialectCall } from '../../../io/http/dialects/dialect.ts';
import { isUuid } from '../../../io/http/schemas.ts';
import { findOrderBy } from '../../events/webhooks/orders/order-store.ts';
import type { Instance } from '../../instance.ts';
import { findInvoice } from '../../money/ledger/invoice-store.ts';
import { signingDoor } from '../shop-orders/signing-door.ts';
import { paidUrl } from './epay-message.ts';

export async function returnCustomer(instance: Instance, { params }: DialectCall): Promise<DialectAnswer> {
  const invoiceId = params.invoice ?? '';
  const found = isUuid(invoiceId) ? await findOrderBy(instance.db, 'epay', invoiceId) : null;
  const invoice = found === null ? null : await findInvoice(instance.db, invoiceId);
  const url = found?.order.returnUrl ?? null;
  if (found === null || invoice === null || url === null) throw new Problem('not_found');
  const door = found.doorId === null ? null : await signingDoor(instance, 'epay', found.doorId);
  const isSigned = isPaidSituation(orderSituation(invoice)) && door !== null && door.pid !== null;
  const location = isSigned ? paidUrl(url, found.order, { pid: door.pid ?? '', key: door.key }) : url;
  return { status: 302, body: '', headers: { location, 'cache-control': 'no-store' } };
}

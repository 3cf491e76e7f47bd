// PUT /stores/{storeId}/invoices/{invoiceId}: replaces the metadata.

import type { DialectAnswer, DialectCall } from '../../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../../instance.ts';
import { writeShopInvoice } from '../../shop-invoices/shop-invoice-store.ts';
import { objectIn } from '../../shop-invoices/shop-json.ts';
import { answered, objectAt } from '../greenfield-wire.ts';
import { invoiceView } from './invoice-view.ts';
import { orderIdIn } from './metadata.ts';
import { emptyShopInvoice, lockStoreInvoice } from './own-invoice.ts';

export async function updateInvoice(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const metadata = objectAt(objectIn(call), 'metadata');
  const orderId = orderIdIn(metadata);
  return instance.db.atomically(async (trx) => {
    const { invoice, shop } = await lockStoreInvoice(trx, call);
    const before = shop ?? emptyShopInvoice(invoice);
    const changed = { ...before, orderId, details: { ...before.details, metadata } };
    await writeShopInvoice(trx, changed);
    return answered(invoiceView(instance, invoice, changed));
  });
}

// DELETE /stores/{storeId}/invoices/{invoiceId} and POST …/unarchive: an archived invoice is left out of lists, and can
// still be paid.
import type { DialectAnswer, DialectCall } from '../../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../../instance.ts';
import { writeShopInvoice } from '../../shop-invoices/shop-invoice-store.ts';
import { answered } from '../greenfield-wire.ts';
import { invoiceView } from './invoice-view.ts';
import { emptyShopInvoice, lockStoreInvoice } from './own-invoice.ts';

export async function archiveInvoice(
  instance: Instance,
  call: DialectCall,
  isArchived: boolean,
): Promise<DialectAnswer> {
  return instance.db.atomically(async (trx) => {
    const { invoice, shop } = await lockStoreInvoice(trx, call);
    const before = shop ?? emptyShopInvoice(invoice);
    const archivedAt = isArchived ? (before.archivedAt ?? instance.clock.now()) : null;
    const changed = { ...before, archivedAt };
    await writeShopInvoice(trx, changed);
    return answered(invoiceView(instance, invoice, changed));
  });
}

// Cancels an invoice and its attempts without a payment.
import { cancel } from '../../../../core/payment/invoice.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { Invoice } from '../../ledger/invoice-store.ts';
import { openBooks } from '../../ledger/open-books.ts';
import { listProcessing } from '../../ledger/transaction-store.ts';

/**
 * The invoice must be locked until the commit. Returns the invoice as changed; a canceled invoice is returned
 * unchanged. Throws Problem invoice_not_cancelable if a payment was received or is pending.
 */
export async function cancelInvoice(trx: Queryable, instance: Instance, { id, status }: Invoice): Promise<Invoice> {
  const attempts = (await listProcessing(trx, id)).map((one) => one.id);
  return openBooks(trx, instance, { invoices: [id], transactions: attempts }, (books) => {
    if (status === 'canceled') return books.invoice(id);
    if (books.transactions.some((one) => one.hash !== null)) throw new Problem('invoice_not_cancelable');
    for (const attempt of books.transactions) books.cancel(attempt, 'requested');
    if (!books.moveInvoice(id, cancel)) throw new Problem('invoice_not_cancelable');
    return books.invoice(id);
  });
}

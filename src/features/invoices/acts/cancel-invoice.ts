// Cancels an invoice, and with it the attempts that nothing was seen for.
import { cancel } from '../../../core/payment/invoice.ts';
import { cancelTransaction } from '../../../core/payment/transaction.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import {
  changeInvoice,
  changeTransaction,
  lockedInvoice,
  noChanges,
  tellInvoice,
  tellTransaction,
  writeChanges,
} from '../../ledger/changes.ts';
import type { Invoice } from '../../ledger/invoice-store.ts';
import { listProcessing } from '../../ledger/transaction-store.ts';

/**
 * The invoice must be locked until the commit; answers it as it then is. One that is canceled already stays as it is.
 * Throws Problem invoice_not_cancelable where something was paid, or is on its way.
 */
export async function cancelInvoice(trx: Queryable, instance: Instance, invoice: Invoice): Promise<Invoice> {
  if (invoice.status === 'canceled') return invoice;
  const attempts = await listProcessing(trx, invoice.id);
  const move = attempts.some((one) => one.hash !== null) ? null : cancel(invoice);
  if (move === null) throw new Problem('invoice_not_cancelable');
  const changes = noChanges(instance.clock.now());
  changes.invoices.set(invoice.id, invoice);
  changeInvoice(changes, { ...invoice, ...move.state });
  for (const attempt of attempts) {
    const canceled = cancelTransaction(attempt, 'requested');
    if (canceled === null) continue;
    const changed = changeTransaction(changes, { ...attempt, ...canceled });
    tellTransaction(changes, instance, 'transaction.canceled', changed, null);
  }
  tellInvoice(changes, instance, 'invoice.canceled', invoice.id);
  await writeChanges(trx, instance, changes);
  return lockedInvoice(changes, invoice.id);
}

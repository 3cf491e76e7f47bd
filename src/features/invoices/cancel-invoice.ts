// DELETE /invoice/{id}: the merchant takes it back, and with it the attempts that nothing was seen for.
import { cancel } from '../../core/payment/invoice.ts';
import { cancelTransaction } from '../../core/payment/transaction.ts';
import { Problem } from '../../core/problem.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { idInPath } from '../../io/http/schemas.ts';
import type { Instance } from '../instance.ts';
import {
  changeInvoice,
  changeTransaction,
  lockedInvoice,
  noChanges,
  tellInvoice,
  tellTransaction,
  writeChanges,
} from '../ledger/changes.ts';
import { InvoiceView, invoiceView } from '../ledger/invoice-view.ts';
import { listProcessing } from '../ledger/transaction-store.ts';
import { lockOwnInvoice } from './own-invoice.ts';

export function cancelInvoice(instance: Instance): Operation {
  return operation({
    id: 'cancelInvoice',
    method: 'DELETE',
    path: '/invoice/:id',
    group: 'Invoices',
    summary: 'Cancel invoice',
    access: { cookie: true, pat: 'invoices:write', appToken: true, oauth2: 'invoices:write' },
    params: idInPath,
    answer: InvoiceView,
    problems: ['invoice_not_cancelable'],
    handle: ({ params, caller, commit }) =>
      commit(async (trx) => {
        const { invoice } = await lockOwnInvoice(trx, params.id, caller);
        if (invoice.status === 'canceled') return invoiceView(invoice, instance.publicUrl);
        const attempts = await listProcessing(trx, invoice.id);
        const move = attempts.some((one) => one.hash !== null) ? null : cancel(invoice);
        if (move === null) throw new Problem('invoice_not_cancelable');
        const changes = noChanges(instance.clock.now());
        changes.invoices.set(invoice.id, invoice);
        changeInvoice(changes, { ...invoice, ...move.state });
        for (const attempt of attempts) {
          const canceled = cancelTransaction(attempt, 'requested');
          if (canceled === null) continue;
          tellTransaction(
            changes,
            instance,
            'transaction.canceled',
            changeTransaction(changes, { ...attempt, ...canceled }),
            null,
          );
        }
        tellInvoice(changes, instance, 'invoice.canceled', invoice.id);
        await writeChanges(trx, instance, changes);
        return invoiceView(lockedInvoice(changes, invoice.id), instance.publicUrl);
      }),
  });
}

// DELETE /transaction/{id}: the customer gives up an attempt that is not confirmed. Money already on its way is not lost:
// its transfers are let go and matched anew, as a late payment.
import { movePending } from '../../core/payment/invoice.ts';
import { cancelTransaction as cancel } from '../../core/payment/transaction.ts';
import { Problem } from '../../core/problem.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { idInPath, isUuid } from '../../io/http/schemas.ts';
import type { Instance } from '../instance.ts';
import { changeInvoice, changeTransaction, noChanges, tellTransaction, writeChanges } from '../ledger/changes.ts';
import { lockInvoice } from '../ledger/invoice-store.ts';
import { findTransaction } from '../ledger/transaction-store.ts';
import { TransactionView, transactionView } from '../ledger/transaction-view.ts';
import { releaseTransfers } from '../payments/transfer-store.ts';

export function cancelTransaction(instance: Instance): Operation {
  return operation({
    id: 'cancelTransaction',
    method: 'DELETE',
    path: '/transaction/:id',
    group: 'Transactions',
    summary: 'Cancel transaction',
    access: { public: true, cookie: true, pat: 'transactions:write', appToken: true, oauth2: 'transactions:write' },
    params: idInPath,
    answer: TransactionView,
    problems: ['transaction_not_cancelable'],
    handle: ({ params, commit }) =>
      commit(async (trx) => {
        const first = isUuid(params.id) ? await findTransaction(trx, params.id) : null;
        if (first === null) throw new Problem('not_found');
        const invoice = await lockInvoice(trx, first.transaction.invoiceId);
        // Read again under the lock: what was processing may have been confirmed meanwhile.
        const found = await findTransaction(trx, params.id);
        if (invoice === null || found === null) throw new Problem('not_found');
        const { transaction, scannedHeight } = found;
        if (transaction.status === 'canceled') return transactionView(instance, transaction, scannedHeight);
        const canceled = cancel(transaction, 'requested');
        if (canceled === null) throw new Problem('transaction_not_cancelable');
        const changes = noChanges(instance.clock.now());
        changes.invoices.set(invoice.id, invoice);
        if (transaction.pending > 0n)
          changeInvoice(changes, { ...invoice, ...movePending(invoice, -transaction.pending).state });
        const changed = changeTransaction(changes, { ...transaction, ...canceled });
        tellTransaction(changes, instance, 'transaction.canceled', changed, scannedHeight);
        await releaseTransfers(trx, [transaction.id], changes.now);
        await writeChanges(trx, instance, changes);
        return transactionView(instance, changed, scannedHeight);
      }),
  });
}

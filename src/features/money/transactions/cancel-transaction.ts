// DELETE /transaction/{id}: the customer cancels an unconfirmed attempt. Money that is already on its way is not lost:
// its transfers are released and matched again as a late payment.
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { openBooks } from '../ledger/open-books.ts';
import { findTransaction, type WithHeight } from '../ledger/transaction-store.ts';
import { TransactionView, transactionView } from '../ledger/transaction-view.ts';

export function cancelTransaction(instance: Instance): Operation {
  return operation({
    id: 'cancelTransaction',
    method: 'DELETE',
    path: '/transaction/:id',
    group: 'Transactions',
    summary: 'Cancel transaction',
    description: [
      'Any caller who knows the id may cancel. Money on its way is matched again, as a late payment. 409 once it is',
      'confirmed or rejected.',
    ].join(' '),
    access: { public: true, cookie: true, pat: 'transactions:write', appToken: true, oauth2: 'transactions:write' },
    writes: 'attempt',
    params: idInPath,
    answer: TransactionView,
    problems: ['transaction_not_cancelable'],
    handle: ({ params, commit }) =>
      commit(async (trx) => {
        const { transaction, scannedHeight } = await cancelAttempt(trx, instance, params.id);
        return transactionView(instance, transaction, scannedHeight);
      }),
  });
}

/**
 * Cancels an attempt; returns an already canceled one unchanged. Throws Problem if there is no such attempt or if it
 * can no longer be canceled.
 */
export async function cancelAttempt(trx: Queryable, instance: Instance, id: string): Promise<WithHeight> {
  const first = isUuid(id) ? await findTransaction(trx, id) : null;
  if (first === null) throw new Problem('not_found');
  const { scannedHeight } = first;
  const accounts = { transactions: [first.transaction.id], height: scannedHeight };
  return openBooks(trx, instance, accounts, (books) => {
    const [transaction = first.transaction] = books.transactions;
    if (transaction.status === 'canceled') return { transaction, scannedHeight };
    const canceled = books.cancel(transaction, 'requested');
    if (canceled === null) throw new Problem('transaction_not_cancelable');
    return { transaction: canceled, scannedHeight };
  });
}

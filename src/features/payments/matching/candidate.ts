// A stored transaction as the rules of matching see it.
import type { ClaimCandidate } from '../../../core/payment/claim.ts';
import type { Transaction } from '../../transactions/store.ts';

export function candidateOf(transaction: Transaction, invoiceIsCanceled: boolean): ClaimCandidate {
  return {
    id: transaction.id,
    invoiceId: transaction.invoiceId,
    invoiceIsCanceled,
    assetId: transaction.assetId,
    sender: transaction.sender,
    amount: transaction.amount,
    status: transaction.status,
    hash: transaction.hash,
    isMined: transaction.block !== null,
    createdAtSeconds: Math.floor(transaction.createdAt.getTime() / 1000),
  };
}

// A stored transaction as the rules of matching see it.
import type { ClaimCandidate } from '../../../core/payment/claim.ts';
import type { Transaction } from '../../transactions/store.ts';

/** `minedAt`: the time of the block that the transfer is in. */
export function candidateOf(transaction: Transaction, invoiceIsCanceled: boolean, minedAt: Date): ClaimCandidate {
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
    isInTime: transaction.deadline === null || minedAt <= transaction.deadline,
    createdAtSeconds: Math.floor(transaction.createdAt.getTime() / 1000),
  };
}

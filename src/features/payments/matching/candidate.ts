// A stored transaction as the rules of matching see it.
import type { ClaimCandidate } from '../../../core/payment/claim.ts';
import { isWaiting } from '../../../core/payment/transaction.ts';
import type { Transaction } from '../../ledger/transaction-store.ts';

/** `knownAt`: when the transfer was first known, on the network's clock. */
export function candidateOf(transaction: Transaction, invoiceIsCanceled: boolean, knownAt: Date): ClaimCandidate {
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
    isWaiting: isWaiting(transaction),
    isInTime: transaction.deadline === null || knownAt <= transaction.deadline,
    createdAtSeconds: Math.floor(transaction.createdAt.getTime() / 1000),
  };
}

// A transfer pays an attempt: what that changes, whoever found that it does.
import { movePending } from '../../../core/payment/invoice.ts';
import type { MatchedBy } from '../../../core/payment/matching.ts';
import { type Sighting, see } from '../../../core/payment/transaction.ts';
import type { Instance } from '../../instance.ts';
import { type Changes, changeInvoice, changeTransaction, lockedInvoice } from '../../ledger/changes.ts';
import { quoteTerms } from '../../ledger/quote-terms.ts';
import type { Transaction } from '../../ledger/transaction-store.ts';
import type { RecordedTransfer } from '../transfer-store.ts';

export interface Payment {
  readonly transaction: Transaction;
  /** block is null where it waits to be mined. */
  readonly transfer: Pick<RecordedTransfer, 'txHash' | 'amount' | 'maturity'> & Pick<Sighting, 'block' | 'blockHash'>;
  readonly by: MatchedBy;
}

/** The transaction with the transfer seen on it; its invoice's pending value moves along. */
export function payTransaction(changes: Changes, instance: Instance, payment: Payment): Transaction {
  const { transaction, transfer, by } = payment;
  // Another part of the same chain transaction; but when it is mined, all that was seen of it waiting is counted anew.
  const isMore = transaction.hash === transfer.txHash && (transaction.block === null) === (transfer.block === null);
  const received = (isMore ? (transaction.received ?? 0n) : 0n) + transfer.amount;
  const sighting = { hash: transfer.txHash, block: transfer.block, blockHash: transfer.blockHash, received };
  const { currency } = lockedInvoice(changes, transaction.invoiceId);
  const seen = see(transaction, sighting, quoteTerms(instance, transaction, currency));
  movePendingBy(changes, transaction.invoiceId, seen.pending - transaction.pending);
  const requiredConfirmations = Math.max(transaction.requiredConfirmations, transfer.maturity);
  return changeTransaction(changes, { ...transaction, ...seen, matchedBy: by, requiredConfirmations });
}

/** Moves an invoice's pending value, in minor units of its currency. */
export function movePendingBy(changes: Changes, invoiceId: string, delta: bigint): void {
  if (delta === 0n) return;
  const invoice = lockedInvoice(changes, invoiceId);
  changeInvoice(changes, { ...invoice, ...movePending(invoice, delta).state });
}

// The transaction that the service itself makes for money that came without an open attempt.
import type { Rate, RateEvidence } from '../../../core/money/rate.ts';
import { beginning } from '../../../core/payment/transaction.ts';
import type { Network } from '../../catalog/catalog.ts';
import type { Transaction } from '../../ledger/transaction-store.ts';
import type { RecordedTransfer } from '../transfer-store.ts';

export interface LateFacts {
  readonly id: string;
  /** The attempt that says which invoice it belongs to, or what stands for one. */
  readonly basis: Pick<Transaction, 'invoiceId' | 'appId' | 'sender' | 'requiredConfirmations' | 'mustBeFinal'>;
  readonly transfer: RecordedTransfer;
  readonly network: Network;
  readonly rate: Rate;
  readonly evidence: RateEvidence;
  readonly now: Date;
}

/** Processing, with nothing quoted; what came is yet to be seen on it. */
export function lateTransaction({ id, basis, transfer, network, rate, evidence, now }: LateFacts): Transaction {
  return {
    id,
    invoiceId: basis.invoiceId,
    appId: basis.appId,
    networkId: network.id,
    assetId: transfer.assetId,
    sender: transfer.sender ?? basis.sender,
    recipient: transfer.recipient,
    derivationIndex: transfer.derivationIndex,
    rate,
    rateEvidence: evidence,
    amount: null,
    quoted: 0n,
    ...beginning,
    reason: 'late',
    matchedBy: null,
    requiredConfirmations: basis.requiredConfirmations,
    mustBeFinal: basis.mustBeFinal,
    expireAt: null,
    deadline: null,
    createdAt: now,
    updatedAt: now,
  };
}

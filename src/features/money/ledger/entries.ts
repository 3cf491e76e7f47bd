// The changes of one commit, collected before any of them is written.
import type { EventType, InvoiceFacts } from '../../../core/event.ts';
import type { MatchEvidence, MatchedBy } from '../../../core/payment/evidence/matching.ts';
import type { Observation } from '../../../core/payment/transaction.ts';
import type { NewCredit, NewStep } from './credit-store.ts';
import type { Invoice } from './invoice-store.ts';
import type { Transaction } from './transaction-store.ts';
import type { OwnedTransfer } from './transfer-owner-store.ts';

/**
 * A chain transaction that pays an attempt. `isMore`: besides what was counted of it; `replaces`: it spends the money
 * of the one seen before.
 */
export interface SeenPayment extends Omit<Observation, 'received'> {
  /** In smallest units of the asset. */
  readonly amount: bigint;
  readonly sender: string | null;
  readonly by: MatchedBy;
  /** What spoke for it, for those who ask why; absent where it was this transaction's before. */
  readonly evidence?: MatchEvidence;
  readonly replaces: boolean;
  /** The transfer that becomes the transaction's; absent while it waits to be mined, and where it is that already. */
  readonly transferId?: string;
  /** The confirmations below which the chain itself does not let it be spent. */
  readonly maturity: number;
}

/** A transfer on the chain that pays a transaction. */
export interface PaidTransfer extends Pick<NewCredit, 'amount' | 'block' | 'blockHash'> {
  readonly id: string;
}

/** What will be told; rendered when it is written, since some of it only then is known. */
export interface PlannedEvent {
  readonly id: string;
  readonly appId: string;
  readonly type: EventType;
  readonly invoiceId: string | null;
  readonly sequence: bigint | null;
  readonly invoiceFacts: InvoiceFacts | null;
  readonly createdAt: Date;
  readonly data: () => object;
}

/** The changes of a commit so far. Maps are by id. */
export interface Entries {
  readonly invoices: Map<string, Invoice>;
  readonly changedInvoices: Set<string>;
  /** Those whose terms the merchant changed. */
  readonly correctedInvoices: Set<string>;
  readonly transactions: Map<string, Transaction>;
  readonly newTransactions: Set<string>;
  readonly changedTransactions: Set<string>;
  /** Their value changed because other parts of their quote moved. */
  readonly revaluedTransactions: Set<string>;
  /** Transactions whose payment came, moved or went in this commit. */
  readonly moved: Map<string, Moved>;
  readonly owned: OwnedTransfer[];
  readonly credits: NewCredit[];
  /** Transactions whose credits are taken back. */
  readonly reversedTransactions: Set<string>;
  /** Successes whose credits are replaced by others, since other parts of their quote were taken back. */
  readonly recreditedTransactions: Set<string>;
  readonly steps: NewStep[];
  readonly events: PlannedEvent[];
}

export interface Moved {
  /** As the transaction was before this commit. */
  readonly before: Transaction;
  /** Whether another payment took the place of its own. */
  readonly replaces: boolean;
  readonly evidence: MatchEvidence | null;
}

// The changes of one commit, collected before any of them is written.
import type { EventType, InvoiceFacts } from '../../../core/event.ts';
import type { MatchEvidence, MatchedBy } from '../../../core/payment/evidence/matching.ts';
import type { Observation } from '../../../core/payment/transaction.ts';
import type { NewCredit, NewStep } from './credit-store.ts';
import type { Invoice } from './invoice-store.ts';
import type { Transaction } from './transaction-store.ts';
import type { OwnedTransfer } from './transfer-owner-store.ts';

/** A chain transaction that pays an attempt. `replaces`: it spends the same money as the one seen before. */
export interface SeenPayment extends Omit<Observation, 'received'> {
  /** In smallest units of the asset. */
  readonly amount: bigint;
  readonly sender: string | null;
  readonly by: MatchedBy;
  /** The evidence for the match; absent if the payment already belonged to this transaction. */
  readonly evidence?: MatchEvidence;
  readonly replaces: boolean;
  /**
   * The transfer that this transaction takes; absent for an unconfirmed payment, and if the transaction owns it
   * already.
   */
  readonly transferId?: string;
  /** The chain does not allow the transfer to be spent with fewer confirmations than this. */
  readonly maturity: number;
}

/** A transfer on the chain that pays a transaction. */
export interface PaidTransfer extends Pick<NewCredit, 'amount' | 'block' | 'blockHash'> {
  readonly id: string;
}

/** An event to emit. Its data is rendered when the commit writes it, because some values are known only then. */
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
  /** Invoices with terms that the merchant changed. */
  readonly correctedInvoices: Set<string>;
  readonly transactions: Map<string, Transaction>;
  readonly newTransactions: Set<string>;
  readonly changedTransactions: Set<string>;
  /** Transactions with a value that changed because other parts of their quote changed. */
  readonly revaluedTransactions: Set<string>;
  /** Transactions with a payment that came, changed or left in this commit. */
  readonly moved: Map<string, Moved>;
  readonly owned: OwnedTransfer[];
  readonly credits: NewCredit[];
  /** Transactions with credits that this commit reverses. */
  readonly reversedTransactions: Set<string>;
  /** Successful transactions with credits that are replaced because other parts of their quote were reversed. */
  readonly recreditedTransactions: Set<string>;
  readonly steps: NewStep[];
  readonly events: PlannedEvent[];
}

export interface Moved {
  /** The transaction before this commit. */
  readonly before: Transaction;
  /** Whether another payment replaced its payment. */
  readonly replaces: boolean;
  readonly evidence: MatchEvidence | null;
}

// The one writer of invoices and transactions: what one commit changes of them, and the events that tell of it,
// together.
import { type EventType, type InvoiceFacts, invoiceFactsOf } from '../../core/event.ts';
import { currencyOf } from '../../core/money/currency.ts';
import { splitValue } from '../../core/money/rate.ts';
import type { MatchEvidence, MatchedBy } from '../../core/payment/evidence/matching.ts';
import * as invoices from '../../core/payment/invoice.ts';
import * as attempts from '../../core/payment/transaction.ts';
import type { Instance } from '../instance.ts';
import type { NewCredit, NewStep, StepKind } from './credit-store.ts';
import type { Invoice } from './invoice-store.ts';
import { invoiceView } from './invoice-view.ts';
import type { Transaction } from './transaction-store.ts';
import { transactionView } from './transaction-view.ts';
import type { OwnedTransfer } from './transfer-owner-store.ts';

/**
 * A chain transaction that pays an attempt. `isMore`: besides what was counted of it; `replaces`: it spends the money
 * of the one seen before.
 */
export interface SeenPayment extends Omit<attempts.Observation, 'received'> {
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

/** What a commit has changed so far. Maps are by id. */
export interface Entries {
  readonly invoices: Map<string, Invoice>;
  readonly changedInvoices: Set<string>;
  /** Those whose terms the merchant changed. */
  readonly correctedInvoices: Set<string>;
  readonly transactions: Map<string, Transaction>;
  readonly newTransactions: Set<string>;
  readonly changedTransactions: Set<string>;
  /** Transactions whose payment came, moved or went in this commit. */
  readonly moved: Map<string, Moved>;
  readonly owned: OwnedTransfer[];
  readonly credits: NewCredit[];
  /** Transactions whose credits are taken back. */
  readonly reversedTransactions: Set<string>;
  readonly steps: NewStep[];
  readonly events: PlannedEvent[];
}

interface Moved {
  /** As the transaction was before this commit. */
  readonly before: Transaction;
  /** Whether another payment took the place of its own. */
  readonly replaces: boolean;
  readonly evidence: MatchEvidence | null;
}

/**
 * Locked invoices and their transactions. Every move changes a transaction, its invoice's `pending` and `paid`, and
 * tells of it; nothing is written before the books are closed. Values in minor units of the invoice's currency.
 */
export class Books {
  readonly now: Date;
  readonly instance: Instance;
  /** How far the network was read, which confirmations are counted against; null where no chain is concerned. */
  readonly height: number | null;
  #entries: Entries;

  constructor(instance: Instance, height: number | null) {
    this.instance = instance;
    this.height = height;
    this.now = instance.clock.now();
    this.#entries = noEntries();
  }

  get entries(): Entries {
    return this.#entries;
  }

  /** Takes rows that are locked by this commit. */
  include(locked: readonly Invoice[], read: readonly Transaction[]): void {
    for (const one of locked) this.#entries.invoices.set(one.id, one);
    for (const one of read) this.#entries.transactions.set(one.id, one);
  }

  /** As it stands in this commit. It must have been locked for it. */
  invoice(id: string): Invoice {
    const invoice = this.#entries.invoices.get(id);
    if (invoice === undefined) throw new Error(`invoice ${id} is not locked by this commit`);
    return invoice;
  }

  /** As it stands in this commit; null for one that the books were not opened for. */
  transaction(id: string): Transaction | null {
    return this.#entries.transactions.get(id) ?? null;
  }

  get transactions(): readonly Transaction[] {
    return [...this.#entries.transactions.values()];
  }

  /** A new transaction: an attempt, or one for money that came without one. */
  add(transaction: Transaction): Transaction {
    this.#entries.newTransactions.add(transaction.id);
    this.#entries.transactions.set(transaction.id, transaction);
    this.#emitTransaction('transaction.created', transaction);
    return transaction;
  }

  /** A payment is seen: waiting to be mined, or in a block. What is told of it follows when the books are closed. */
  see(transaction: Transaction, payment: SeenPayment): Transaction {
    const { amount, sender, by, evidence, replaces, maturity, transferId, ...place } = payment;
    const isMore = transaction.hash === place.hash && (transaction.block === null) === (place.block === null);
    const received = (isMore ? (transaction.received ?? 0n) : 0n) + amount;
    if (transferId !== undefined)
      this.#entries.owned.push({ transferId, transactionId: transaction.id, matchedBy: by });
    this.#markMoved(transaction, replaces, evidence ?? null);
    return this.#change(transaction, {
      ...attempts.see(transaction, { ...place, received }, this.#termsOf(transaction)),
      matchedBy: by,
      sender: transaction.sender ?? sender,
      requiredConfirmations: Math.max(transaction.requiredConfirmations, maturity),
    });
  }

  /** Its block left the chain, or what waited waits no more: perhaps it is mined after all. */
  orphan(transaction: Transaction): Transaction {
    this.#markMoved(transaction, false);
    return this.#change(transaction, attempts.lose(transaction));
  }

  /** What waited was replaced by something that does not pay it: as if nothing had ever been seen. */
  unsee(transaction: Transaction): Transaction {
    this.#markMoved(transaction, false);
    return this.#change(transaction, { ...attempts.unsee(transaction), matchedBy: null });
  }

  /**
   * It has the confirmations asked for: what these transfers brought is credited to its invoice, each with its share.
   * Nothing changes where they do not come to what was seen. That must never be: it is not credited on a guess, and it
   * does not hold up anybody else's payment.
   */
  confirm(transaction: Transaction, transfers: readonly PaidTransfer[]): void {
    const { id: transactionId, invoiceId, received, pending } = transaction;
    const amounts = transfers.map(({ amount }) => amount);
    const arrived = amounts.reduce((sum, amount) => sum + amount, 0n);
    if (arrived !== received) {
      const facts = { transaction: transactionId, received: String(received), arrived: String(arrived) };
      const says = 'a payment and its transfers disagree; it is not credited';
      this.instance.log.error({ event: 'payment.disagrees', ...facts }, says);
      return;
    }
    const values = splitValue(pending, amounts);
    for (const [at, { id: transferId, amount, block, blockHash }] of transfers.entries()) {
      const { appId, assetId } = transaction;
      const of = { transferId, transactionId, invoiceId, appId, assetId, currency: this.invoice(invoiceId).currency };
      const [id, value] = [this.instance.newId(), values[at] as bigint];
      this.#entries.credits.push({ ...of, id, amount, value, block, blockHash });
    }
    this.#emitTransaction('transaction.succeeded', this.#change(transaction, attempts.succeed(transaction)));
    this.moveInvoice(invoiceId, (invoice) => invoices.credit(invoice, pending));
  }

  /** The chain refused the payment in this block, or somebody spent its money elsewhere. */
  reject(
    transaction: Transaction,
    reason: 'failed_on_chain' | 'double_spent',
    place: Partial<Pick<Transaction, 'hash' | 'block' | 'blockHash'>> = {},
  ): Transaction {
    const changed = this.#change(transaction, attempts.reject({ ...transaction, ...place }, reason));
    this.#emitTransaction('transaction.rejected', changed);
    return changed;
  }

  /** A reorg deeper than the confirmations asked for took a success back, and with it what it credited. */
  reverse(transaction: Transaction): void {
    const { id, invoiceId, credited } = transaction;
    this.#entries.reversedTransactions.add(id);
    this.#emitTransaction('transaction.rejected', this.#change(transaction, attempts.reject(transaction, 'reorged')));
    this.moveInvoice(invoiceId, (invoice) => invoices.reverse(invoice, credited));
  }

  /** Nobody is going to pay it any more. Null, with nothing changed, where it is past canceling. */
  cancel(
    transaction: Transaction,
    reason: 'requested' | 'expired' | 'superseded' | 'address_lost',
  ): Transaction | null {
    const canceled = attempts.cancelTransaction(transaction, reason);
    if (canceled === null) return null;
    const changed = this.#change(transaction, canceled);
    this.#emitTransaction('transaction.canceled', changed);
    return changed;
  }

  /** Tells of an invoice that was inserted in this commit. */
  create(id: string): Invoice {
    const invoice = this.invoice(id);
    this.#tell('invoice.created', invoice, this.#viewOf(invoice));
    return invoice;
  }

  /** The merchant corrects what was ordered. */
  correct(invoice: Invoice): Invoice {
    const { total, currency } = this.invoice(invoice.id);
    this.#entries.correctedInvoices.add(invoice.id);
    this.#changeInvoice(invoice);
    const details = { total_before: String(total), currency_before: currency, total: String(invoice.total) };
    this.#record('invoice_updated', invoice.id, { ...details, currency: invoice.currency });
    this.#emitInvoice('invoice.updated', invoice.id);
    return this.invoice(invoice.id);
  }

  /**
   * Since when the goods may go, as its terms have it; told where the commit's last event of the invoice does not tell
   * it.
   */
  accept(id: string, acceptedAt: Date | null): void {
    this.#changeInvoice({ ...this.invoice(id), acceptedAt });
    this.#record(acceptedAt === null ? 'invoice_not_accepted' : 'invoice_accepted', id, {});
    const last = this.#entries.events.findLast((event) => event.invoiceId === id);
    if (last?.type !== 'invoice.updated') this.#emitInvoice('invoice.updated', id);
  }

  /** Money, time or the merchant moves the invoice. False, with nothing changed, where the rules have no such move. */
  moveInvoice(id: string, rule: (invoice: Invoice) => invoices.InvoiceMove | null): boolean {
    const invoice = this.invoice(id);
    const move = rule(invoice);
    if (move === null) return false;
    const paidAt = invoice.status === 'paid' ? invoice.paidAt : this.now;
    this.#changeInvoice({ ...invoice, ...move.state, paidAt: move.state.status === 'paid' ? paidAt : null });
    const kind = move.event === null ? undefined : stepKinds[move.event];
    if (kind !== undefined) {
      const { paid, total, status, exceptions } = move.state;
      this.#record(kind, id, { paid: String(paid), total: String(total), status, exceptions });
    }
    if (move.event !== null) this.#emitInvoice(move.event, id);
    return true;
  }

  /** Tells an app of what belongs to no invoice. */
  emit(type: EventType, appId: string, data: object): void {
    const [id, createdAt] = [this.instance.newId(), this.now];
    const ofNone = { invoiceId: null, sequence: null, invoiceFacts: null };
    this.#entries.events.push({ id, appId, type, ...ofNone, createdAt, data: () => data });
  }

  /** Tells of payments that came, moved or went: once for each transaction, as the commit leaves it. */
  emitMoved(): void {
    for (const [id, { before, replaces, evidence }] of this.#entries.moved) {
      const now = this.#entries.transactions.get(id);
      if (now === undefined) continue;
      this.#recordMoved(before, now, evidence);
      if (now.status !== 'processing') continue;
      const isNew = now.hash !== null && now.hash !== before.hash && !(replaces && before.hash !== null);
      if (isNew) this.#emitTransaction('transaction.detected', now);
      else if (before.hash !== now.hash || before.pending !== now.pending)
        this.#emitInvoice('invoice.updated', now.invoiceId);
    }
    this.#entries.moved.clear();
  }

  /** What the attempt was promised. */
  #termsOf({ id, invoiceId, assetId, amount, quoted, rate }: Transaction): attempts.QuoteTerms {
    const asset = this.instance.catalog.assetById(assetId);
    const currency = currencyOf(this.invoice(invoiceId).currency);
    if (asset === null || currency === null)
      throw new Error(`transaction ${id} is in an asset or currency that is gone`);
    return { amount, quoted, rate, assetDecimals: asset.decimals, minorDecimals: currency.decimals };
  }

  #markMoved(transaction: Transaction, replaces: boolean, evidence: MatchEvidence | null = null): void {
    const known = this.#entries.moved.get(transaction.id);
    const before = known?.before ?? transaction;
    this.#entries.moved.set(transaction.id, {
      before,
      replaces: replaces || known?.replaces === true,
      evidence: evidence ?? known?.evidence ?? null,
    });
  }

  /** Where a payment is now, and where it was before this commit; of one that is new also what spoke for it. */
  #recordMoved(before: Transaction, now: Transaction, evidence: MatchEvidence | null): void {
    const kind = moveOf(before, now);
    if (kind === null) return;
    const { id, invoiceId, hash, block, received, pending, sender, matchedBy } = now;
    const seen = { hash, block, received: received === null ? null : String(received), value: String(pending), sender };
    this.#record(kind, invoiceId, { ...seen, hash_before: before.hash, block_before: before.block }, id);
    if ((kind === 'payment_seen' || kind === 'payment_replaced') && matchedBy !== null)
      this.#record('payment_matched', invoiceId, { matched_by: matchedBy, ...evidence }, id);
  }

  #record(kind: StepKind, invoiceId: string, details: object, transactionId: string | null = null): void {
    const [id, createdAt] = [this.instance.newId(), this.now];
    this.#entries.steps.push({ id, invoiceId, transactionId, kind, details, createdAt });
  }

  /** Writes the transaction's new state; its invoice's pending value moves along. */
  #change(transaction: Transaction, change: Partial<Transaction>): Transaction {
    const changed = { ...transaction, ...change, updatedAt: this.now };
    this.#entries.transactions.set(changed.id, changed);
    if (!this.#entries.newTransactions.has(changed.id)) this.#entries.changedTransactions.add(changed.id);
    const delta = changed.pending - transaction.pending;
    const invoice = this.invoice(changed.invoiceId);
    if (delta !== 0n) this.#changeInvoice({ ...invoice, ...invoices.movePending(invoice, delta).state });
    return changed;
  }

  #changeInvoice(invoice: Invoice): void {
    this.invoice(invoice.id);
    this.#entries.invoices.set(invoice.id, { ...invoice, updatedAt: this.now });
    this.#entries.changedInvoices.add(invoice.id);
  }

  #emitTransaction(type: EventType, transaction: Transaction): void {
    const view = transactionView(this.instance, transaction, this.height);
    this.#append(type, transaction.invoiceId, () => () => view);
  }

  #emitInvoice(type: EventType, id: string): void {
    this.#append(type, id, (invoice) => this.#viewOf(invoice));
  }

  /** As the invoice stands now in this commit; since when it is accepted, as the commit leaves it. */
  #viewOf(invoice: Invoice): () => object {
    return () => {
      const { acceptedAt } = this.invoice(invoice.id);
      return invoiceView({ ...invoice, acceptedAt }, this.instance.publicUrl);
    };
  }

  #append(type: EventType, invoiceId: string, data: (invoice: Invoice) => () => object): void {
    const before = this.invoice(invoiceId);
    this.#changeInvoice({ ...before, sequence: before.sequence + 1n });
    const invoice = this.invoice(invoiceId);
    this.#tell(type, invoice, data(invoice));
  }

  /** As the event that the invoice's sequence counts already. */
  #tell(type: EventType, invoice: Invoice, data: () => object): void {
    const { id: invoiceId, appId, sequence } = invoice;
    const [id, invoiceFacts] = [this.instance.newId(), invoiceFactsOf(type, invoice)];
    this.#entries.events.push({ id, appId, type, invoiceId, sequence, invoiceFacts, createdAt: this.now, data });
  }
}

/** The moves of an invoice that its history tells of. What the merchant corrects is recorded where it is done. */
const stepKinds: Readonly<Partial<Record<invoices.InvoiceEvent, StepKind>>> = {
  'invoice.partially_paid': 'invoice_partially_paid',
  'invoice.paid': 'invoice_paid',
  'invoice.expired': 'invoice_expired',
  'invoice.canceled': 'invoice_canceled',
  'invoice.reversed': 'invoice_reversed',
};

/** What became of a transaction's payment in one commit; null where it is as it was. */
function moveOf(before: Transaction, now: Transaction): StepKind | null {
  if (now.hash !== before.hash) return before.hash === null ? 'payment_seen' : 'payment_replaced';
  if (now.received === null) return before.received === null ? null : 'payment_orphaned';
  if (before.received === null) return 'payment_seen';
  if (before.block === null && now.block !== null) return 'payment_mined';
  return before.received === now.received ? null : 'payment_seen';
}

function noEntries(): Entries {
  return {
    ...{ invoices: new Map(), changedInvoices: new Set(), correctedInvoices: new Set() },
    ...{ transactions: new Map(), newTransactions: new Set(), changedTransactions: new Set() },
    ...{ moved: new Map(), owned: [], credits: [], reversedTransactions: new Set() },
    ...{ steps: [], events: [] },
  };
}

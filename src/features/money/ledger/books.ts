// The only code that changes invoices and transactions. It collects the changes of one commit together with their
// events.
import { type EventType, invoiceFactsOf } from '../../../core/event.ts';
import { currencyOf } from '../../../core/money/currency.ts';
import { DividedQuotes, type QuoteSum, type QuoteTerms, worth } from '../../../core/money/quote-sum.ts';
import { splitValue } from '../../../core/money/rate.ts';
import type { MatchEvidence } from '../../../core/payment/evidence/matching.ts';
import * as invoices from '../../../core/payment/invoice.ts';
import * as attempts from '../../../core/payment/transaction.ts';
import type { TamperedRow } from '../../../io/db/sealed/row-guard.ts';
import { RowTampered } from '../../../io/db/sealed/sealed-row-type.ts';
import type { Instance } from '../../instance.ts';
import { timeAhead } from '../../people/apps/clock/clock-lead.ts';
import { moveOf, type RefundStep, type StepKind, stepKinds } from './credit-store.ts';
import type { Entries, PaidTransfer, SeenPayment } from './entries.ts';
import type { Invoice, LockedInvoices } from './invoice-store.ts';
import { invoiceView } from './invoice-view.ts';
import type { Transaction } from './transaction-store.ts';
import { transactionView } from './transaction-view.ts';

/**
 * Locked invoices and their transactions. A change of a transaction updates `pending` and `paid` of its invoice and
 * adds the event. Nothing is written before the books close. Values are in minor units of the invoice's currency.
 */
export class Books {
  readonly now: Date;
  readonly instance: Instance;
  /** The scanned height of the network, for confirmations; null if no chain is involved. */
  readonly height: number | null;
  readonly entries: Entries = {
    invoices: new Map(),
    changedInvoices: new Set(),
    correctedInvoices: new Set(),
    transactions: new Map(),
    newTransactions: new Set(),
    changedTransactions: new Set(),
    revaluedTransactions: new Set(),
    recreditedTransactions: new Set(),
    moved: new Map(),
    owned: [],
    credits: [],
    reversedTransactions: new Set(),
    steps: [],
    events: [],
  };
  readonly #refused = new Map<string, TamperedRow>();
  #leads: ReadonlyMap<string, number> = new Map();
  /** Quotes with several parts. */
  readonly quotes = new DividedQuotes(this.entries.transactions, (one) => this.#termsOf(one));

  constructor(instance: Instance, height: number | null) {
    this.instance = instance;
    this.height = height;
    this.now = instance.clock.now();
  }

  /** Adds rows that this commit has locked. Invoices that were changed outside the service are refused. */
  include({ rows, tampered, leads }: LockedInvoices, read: readonly Transaction[]): void {
    for (const one of tampered) this.#refused.set(one.id, one);
    for (const one of rows) this.entries.invoices.set(one.id, one);
    for (const one of read) this.entries.transactions.set(one.id, one);
    this.#leads = leads;
  }

  /** The seconds by which the clock of an app of these books runs ahead of the service's clock. */
  readonly leadSecondsOf = (appId: string): number => this.#leads.get(appId) ?? 0;

  /** Returns the time of an app of these books on its own clock, which is `now` unless its test clock was moved. */
  timeOf(appId: string, now: Date = this.now): Date {
    return timeAhead(now, this.leadSecondsOf(appId));
  }

  /** Returns the invoice with the changes of this commit, which must have locked it. Throws RowTampered. */
  invoice(id: string): Invoice {
    const invoice = this.entries.invoices.get(id);
    if (invoice !== undefined) return invoice;
    const tampered = this.#refused.get(id);
    throw tampered === undefined ? new Error(`invoice ${id} is not locked by this commit`) : new RowTampered(tampered);
  }

  /** Returns the transaction with the changes of this commit; null if it is not in these books. */
  transaction(id: string): Transaction | null {
    return this.entries.transactions.get(id) ?? null;
  }

  /** The transactions that the books were opened for, and those added in this commit. */
  get transactions(): readonly Transaction[] {
    return [...this.entries.transactions.values()].filter(({ id }) => !this.quotes.isUnasked(id));
  }

  /** Returns the quote that a further payment for this transaction belongs to; null if nothing was quoted. */
  divide(transaction: Transaction): string | null {
    const root = this.quotes.rootOf(transaction);
    if (root.amount === null) return null;
    if (this.quotes.divide(root)) this.#revalue(root, { quoteId: root.id });
    return root.id;
  }

  /** Adds a transaction: an attempt, or a transaction for money that arrived without one. */
  add(transaction: Transaction): Transaction {
    this.entries.newTransactions.add(transaction.id);
    this.entries.transactions.set(transaction.id, transaction);
    this.#emitTransaction('transaction.created', transaction);
    return transaction;
  }

  /** Records a payment in the mempool or in a block. Its events are added when the books are closed. */
  see(transaction: Transaction, payment: SeenPayment): Transaction {
    const { amount, sender, by, evidence, replaces, maturity, transferId, ...place } = payment;
    const isMore = transaction.hash === place.hash && (transaction.blockHash === null) === (place.blockHash === null);
    const received = (isMore ? (transaction.received ?? 0n) : 0n) + amount;
    if (transferId !== undefined) this.entries.owned.push({ transferId, transactionId: transaction.id, matchedBy: by });
    this.#markMoved(transaction, replaces, evidence ?? null);
    const quote = this.quotes.sumOf(transaction);
    quote?.see(transaction.id, received);
    const value = quote?.valueOf(transaction.id) ?? worth(received, this.#termsOf(transaction));
    const seen = this.#change(transaction, {
      ...attempts.see(transaction, { ...place, received }, value),
      matchedBy: by,
      sender: transaction.sender ?? sender,
      requiredConfirmations: Math.max(transaction.requiredConfirmations, maturity),
    });
    this.#settle(quote);
    return seen;
  }

  /** Records that the payment left the chain or the mempool. It may still be mined. */
  orphan(transaction: Transaction): Transaction {
    this.#markMoved(transaction, false);
    return this.#change(transaction, attempts.lose(transaction));
  }

  /** Resets the attempt after its unconfirmed payment was replaced by one that does not pay it. */
  unsee(transaction: Transaction): Transaction {
    this.#markMoved(transaction, false);
    return this.#change(transaction, { ...attempts.unsee(transaction), matchedBy: null });
  }

  /**
   * Confirms a payment and credits its transfers to the invoice, each with its share. If they do not add up to the
   * amount seen, only logs an error: crediting would be a guess, and throwing would hold up other payments.
   */
  confirm({ id: transactionId }: Transaction, transfers: readonly PaidTransfer[]): void {
    const seen = this.#current(transactionId);
    const { invoiceId, received } = seen;
    const amounts = transfers.map(({ amount }) => amount);
    const arrived = amounts.reduce((sum, amount) => sum + amount, 0n);
    if (arrived !== received) {
      const facts = { transaction: transactionId, received: String(received), arrived: String(arrived) };
      const says = 'a payment and its transfers have different amounts; it is not credited';
      this.instance.log.error({ event: 'payment.disagrees', ...facts }, says);
      return;
    }
    // The credit is the difference that this payment makes to the confirmed parts of its quote.
    const quote = this.quotes.sumOf(seen);
    quote?.credit(transactionId);
    this.#settle(quote);
    const transaction = this.#current(transactionId);
    const { pending } = transaction;
    const values = splitValue(pending, amounts);
    for (const [at, { id: transferId, amount, block, blockHash }] of transfers.entries()) {
      const { appId, assetId } = transaction;
      const of = { transferId, transactionId, invoiceId, appId, assetId, currency: this.invoice(invoiceId).currency };
      const [id, value] = [this.instance.newId(), values[at] as bigint];
      this.entries.credits.push({ ...of, id, amount, value, block, blockHash });
    }
    this.#emitTransaction('transaction.succeeded', this.#change(transaction, attempts.succeed(transaction)));
    this.moveInvoice(invoiceId, (invoice) => invoices.credit(invoice, pending));
  }

  /** Records that the payment failed in this block or that its money was spent elsewhere. */
  reject(
    transaction: Transaction,
    reason: 'failed_on_chain' | 'double_spent',
    place: Partial<Pick<Transaction, 'hash' | 'block' | 'blockHash'>> = {},
  ): Transaction {
    const changed = this.#change(transaction, attempts.reject({ ...transaction, ...place }, reason));
    this.#emitTransaction('transaction.rejected', changed);
    return changed;
  }

  /** Takes back a success and its credit after a reorg deeper than the required confirmations. */
  reverse({ id }: Transaction): void {
    const transaction = this.#current(id);
    const { invoiceId, credited } = transaction;
    this.entries.reversedTransactions.add(id);
    const rejected = this.#change(transaction, attempts.reject(transaction, 'reorged'));
    const quote = this.quotes.sumOf(transaction);
    quote?.reverse(id);
    const corrected = this.#settle(quote);
    this.#emitTransaction('transaction.rejected', rejected);
    this.moveInvoice(invoiceId, (invoice) => invoices.reverse(invoice, credited - corrected));
  }

  /** Cancels an attempt. Returns null and changes nothing if the attempt can no longer be canceled. */
  cancel(transaction: Transaction, reason: attempts.CancelReason): Transaction | null {
    return this.#turn(transaction, attempts.cancelTransaction(transaction, reason), 'transaction.canceled');
  }

  /** Reopens a canceled attempt. Returns null and changes nothing if it cannot be reopened. */
  reopen(transaction: Transaction): Transaction | null {
    return this.#turn(transaction, attempts.reopen(transaction), 'transaction.created');
  }

  /** Adds the event for an invoice that was inserted in this commit. */
  create(id: string): Invoice {
    const invoice = this.invoice(id);
    this.#pushEvent('invoice.created', invoice, this.#viewOf(invoice));
    return invoice;
  }

  /** Applies a correction by the merchant. */
  correct(invoice: Invoice): Invoice {
    const { total, currency } = this.invoice(invoice.id);
    this.entries.correctedInvoices.add(invoice.id);
    this.#changeInvoice(invoice);
    const details = { total_before: String(total), currency_before: currency, total: String(invoice.total) };
    this.#record('invoice_updated', invoice.id, { ...details, currency: invoice.currency });
    this.#emitInvoice('invoice.updated', invoice.id);
    return this.invoice(invoice.id);
  }

  /** Sets or clears acceptedAt. Adds an event unless the last one is `invoice.updated`, which includes it. */
  accept(id: string, acceptedAt: Date | null): void {
    this.#changeInvoice({ ...this.invoice(id), acceptedAt });
    this.#record(acceptedAt === null ? 'invoice_not_accepted' : 'invoice_accepted', id, {});
    const last = this.entries.events.findLast((event) => event.invoiceId === id);
    if (last?.type !== 'invoice.updated') this.#emitInvoice('invoice.updated', id);
  }

  /** Changes the state of the invoice. Returns false and changes nothing if the rule returns null. */
  moveInvoice(id: string, rule: (invoice: Invoice) => invoices.InvoiceMove | null): boolean {
    const invoice = this.invoice(id);
    const move = rule(invoice);
    if (move === null) return false;
    const paidAt = invoice.status === 'paid' ? invoice.paidAt : this.timeOf(invoice.appId);
    this.#changeInvoice({ ...invoice, ...move.state, paidAt: move.state.status === 'paid' ? paidAt : null });
    const kind = move.event === null ? undefined : stepKinds[move.event];
    if (kind !== undefined) {
      const { paid, total, status, exceptions } = move.state;
      this.#record(kind, id, { paid: String(paid), total: String(total), status, exceptions });
    }
    if (move.event !== null) this.#emitInvoice(move.event, id);
    return true;
  }

  /** Adds the history step of a refund of the invoice, and its event. */
  emitRefund(kind: RefundStep, invoiceId: string, { view, details }: { view: object; details: object }): void {
    this.#record(`refund_${kind}`, invoiceId, details);
    if (kind !== 'accepted') this.#append(`refund.${kind}`, invoiceId, () => () => view);
  }

  /** Adds an event that belongs to no invoice. */
  emit(type: EventType, appId: string, data: object): void {
    const [id, createdAt] = [this.instance.newId(), this.now];
    const ofNone = { invoiceId: null, sequence: null, invoiceFacts: null };
    this.entries.events.push({ id, appId, type, ...ofNone, createdAt, data: () => data });
  }

  /** Adds one event for each transaction whose payment came, changed or left, with its final state. */
  emitMoved(): void {
    for (const quote of this.quotes.sums) this.#settle(quote);
    for (const [id, { before, replaces, evidence }] of this.entries.moved) {
      const now = this.entries.transactions.get(id);
      if (now === undefined) continue;
      this.#recordMoved(before, now, evidence);
      if (now.status !== 'processing') continue;
      const isNew = now.hash !== null && now.hash !== before.hash && !(replaces && before.hash !== null);
      if (isNew) this.#emitTransaction('transaction.detected', now);
      else if (before.hash !== now.hash || before.pending !== now.pending)
        this.#emitInvoice('invoice.updated', now.invoiceId);
    }
    this.entries.moved.clear();
  }

  /** The terms of the attempt's quote. */
  #termsOf({ id, invoiceId, assetId, amount, quoted, rate }: Transaction): QuoteTerms {
    const asset = this.instance.catalog.assetById(assetId);
    const currency = currencyOf(this.invoice(invoiceId).currency);
    if (asset === null || currency === null)
      throw new Error(`transaction ${id} is in an asset or currency that no longer exists`);
    return { amount, quoted, rate, assetDecimals: asset.decimals, minorDecimals: currency.decimals };
  }

  #markMoved(transaction: Transaction, replaces: boolean, evidence: MatchEvidence | null = null): void {
    const known = this.entries.moved.get(transaction.id);
    const before = known?.before ?? transaction;
    this.entries.moved.set(transaction.id, {
      before,
      replaces: replaces || known?.replaces === true,
      evidence: evidence ?? known?.evidence ?? null,
    });
  }

  /** Records the place of a payment before and after this commit, and the evidence for a new one. */
  #recordMoved(before: Transaction, now: Transaction, evidence: MatchEvidence | null): void {
    const kind = moveOf(before, now);
    if (kind === null) return;
    const { id, invoiceId, hash, block, received, pending, sender, matchedBy } = now;
    const seen = { hash, block, received: received === null ? null : String(received), value: String(pending), sender };
    const settled = attempts.isSettled(now) ? { settled: true } : {};
    this.#record(kind, invoiceId, { ...seen, ...settled, hash_before: before.hash, block_before: before.block }, id);
    if ((kind === 'payment_seen' || kind === 'payment_replaced') && matchedBy !== null)
      this.#record('payment_matched', invoiceId, { matched_by: matchedBy, ...evidence }, id);
  }

  #record(kind: StepKind, invoiceId: string, details: object, transactionId: string | null = null): void {
    const [id, createdAt] = [this.instance.newId(), this.now];
    this.entries.steps.push({ id, invoiceId, transactionId, kind, details, createdAt });
  }

  /** Changes the transaction and adjusts the pending value of its invoice. */
  #change(transaction: Transaction, change: Partial<Transaction>): Transaction {
    const changed = this.#write(transaction, change);
    if (!this.entries.newTransactions.has(changed.id)) this.entries.changedTransactions.add(changed.id);
    const isLost = transaction.status === 'processing' && transaction.received !== null && changed.received === null;
    if (isLost) this.quotes.sumOf(transaction)?.lose(transaction.id);
    return changed;
  }

  #turn(transaction: Transaction, state: attempts.TransactionState | null, event: EventType): Transaction | null {
    if (state === null) return null;
    const changed = this.#change(transaction, state);
    this.#emitTransaction(event, changed);
    return changed;
  }

  /** Changes the value of a transaction although its own payment did not change. */
  #revalue(transaction: Transaction, change: Pick<Partial<Transaction>, 'quoteId' | 'pending' | 'credited'>): void {
    this.#write(transaction, change);
    if (!this.entries.newTransactions.has(transaction.id)) this.entries.revaluedTransactions.add(transaction.id);
  }

  #write(transaction: Transaction, change: Partial<Transaction>): Transaction {
    const changed = { ...transaction, ...change, updatedAt: this.timeOf(transaction.appId) };
    this.entries.transactions.set(changed.id, changed);
    const delta = changed.pending - transaction.pending;
    const invoice = this.invoice(changed.invoiceId);
    if (delta !== 0n) this.#changeInvoice({ ...invoice, ...invoices.movePending(invoice, delta).state });
    return changed;
  }

  #current(id: string): Transaction {
    const transaction = this.entries.transactions.get(id);
    if (transaction === undefined) throw new Error(`transaction ${id} is not in these books`);
    return transaction;
  }

  /** Updates the values of all parts of a quote. Returns the increase of the credit of confirmed parts. */
  #settle(quote: QuoteSum | null): bigint {
    let more = 0n;
    for (const { id, value } of quote?.changes() ?? []) {
      const one = this.#current(id);
      if (one.status === 'success' && one.credited !== value) {
        more += value - one.credited;
        this.entries.recreditedTransactions.add(id);
        this.#revalue(one, { credited: value });
      } else if (one.status === 'processing' && one.pending !== value) this.#revalue(one, { pending: value });
    }
    return more;
  }

  #changeInvoice(invoice: Invoice): void {
    this.invoice(invoice.id);
    this.entries.invoices.set(invoice.id, { ...invoice, updatedAt: this.timeOf(invoice.appId) });
    this.entries.changedInvoices.add(invoice.id);
  }

  #emitTransaction(type: EventType, transaction: Transaction): void {
    const view = transactionView(this.instance, transaction, this.height);
    this.#append(type, transaction.invoiceId, () => () => view);
  }

  #emitInvoice(type: EventType, id: string): void {
    this.#append(type, id, (invoice) => this.#viewOf(invoice));
  }

  /** Renders the invoice as changed so far, with acceptedAt as at the end of the commit. */
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
    this.#pushEvent(type, invoice, data(invoice));
  }

  /** Adds the event under the current sequence of the invoice, which includes it already. */
  #pushEvent(type: EventType, invoice: Invoice, data: () => object): void {
    const { id: invoiceId, appId, sequence } = invoice;
    const [id, invoiceFacts] = [this.instance.newId(), invoiceFactsOf(type, invoice)];
    this.entries.events.push({ id, appId, type, invoiceId, sequence, invoiceFacts, createdAt: this.now, data });
  }
}

// The one writer of invoices and transactions: what one commit changes of them, and the events that tell of it,
// together.
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
import type { StepKind } from './credit-store.ts';
import type { Entries, PaidTransfer, SeenPayment } from './entries.ts';
import { moveOf, stepKinds } from './history-steps.ts';
import type { Invoice } from './invoice-store.ts';
import { invoiceView } from './invoice-view.ts';
import type { Transaction } from './transaction-store.ts';
import { transactionView } from './transaction-view.ts';

/**
 * Locked invoices and their transactions. Every move changes a transaction, its invoice's `pending` and `paid`, and
 * tells of it; nothing is written before the books are closed. Values in minor units of the invoice's currency.
 */
export class Books {
  readonly now: Date;
  readonly instance: Instance;
  /** How far the network was read, which confirmations are counted against; null where no chain is concerned. */
  readonly height: number | null;
  readonly #entries: Entries = {
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
  /** Quotes with several parts. */
  readonly quotes = new DividedQuotes(this.#entries.transactions, (one) => this.#termsOf(one));

  constructor(instance: Instance, height: number | null) {
    this.instance = instance;
    this.height = height;
    this.now = instance.clock.now();
  }

  get entries(): Entries {
    return this.#entries;
  }

  /** Takes rows that are locked by this commit. Nothing is done with invoices that were changed past the service. */
  include(locked: readonly Invoice[], read: readonly Transaction[], tampered: readonly TamperedRow[]): void {
    for (const one of tampered) this.#refused.set(one.id, one);
    for (const one of locked) this.#entries.invoices.set(one.id, one);
    for (const one of read) this.#entries.transactions.set(one.id, one);
  }

  /** As it stands in this commit. It must have been locked for it. Throws RowTampered for one that is refused. */
  invoice(id: string): Invoice {
    const invoice = this.#entries.invoices.get(id);
    if (invoice !== undefined) return invoice;
    const tampered = this.#refused.get(id);
    throw tampered === undefined ? new Error(`invoice ${id} is not locked by this commit`) : new RowTampered(tampered);
  }

  /** As it stands in this commit; null for one that the books were not opened for. */
  transaction(id: string): Transaction | null {
    return this.#entries.transactions.get(id) ?? null;
  }

  /** The books were opened for these, or this commit made them. */
  get transactions(): readonly Transaction[] {
    return [...this.#entries.transactions.values()].filter(({ id }) => !this.quotes.isUnasked(id));
  }

  /** The quote that a further payment for this transaction is a part of; null where nothing was quoted. */
  divide(transaction: Transaction): string | null {
    const root = this.quotes.rootOf(transaction);
    if (root.amount === null) return null;
    if (this.quotes.divide(root)) this.#revalue(root, { quoteId: root.id });
    return root.id;
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
    const isMore = transaction.hash === place.hash && (transaction.blockHash === null) === (place.blockHash === null);
    const received = (isMore ? (transaction.received ?? 0n) : 0n) + amount;
    if (transferId !== undefined)
      this.#entries.owned.push({ transferId, transactionId: transaction.id, matchedBy: by });
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
  confirm({ id: transactionId }: Transaction, transfers: readonly PaidTransfer[]): void {
    const seen = this.#current(transactionId);
    const { invoiceId, received } = seen;
    const amounts = transfers.map(({ amount }) => amount);
    const arrived = amounts.reduce((sum, amount) => sum + amount, 0n);
    if (arrived !== received) {
      const facts = { transaction: transactionId, received: String(received), arrived: String(arrived) };
      const says = 'a payment and its transfers disagree; it is not credited';
      this.instance.log.error({ event: 'payment.disagrees', ...facts }, says);
      return;
    }
    // It counts for the difference that it makes to the confirmed parts of its quote.
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
  reverse({ id }: Transaction): void {
    const transaction = this.#current(id);
    const { invoiceId, credited } = transaction;
    this.#entries.reversedTransactions.add(id);
    const rejected = this.#change(transaction, attempts.reject(transaction, 'reorged'));
    const quote = this.quotes.sumOf(transaction);
    quote?.reverse(id);
    const corrected = this.#settle(quote);
    this.#emitTransaction('transaction.rejected', rejected);
    this.moveInvoice(invoiceId, (invoice) => invoices.reverse(invoice, credited - corrected));
  }

  /** Nobody is going to pay it any more. Null, with nothing changed, where it is past canceling. */
  cancel(transaction: Transaction, reason: attempts.CancelReason): Transaction | null {
    return this.#turn(transaction, attempts.cancelTransaction(transaction, reason), 'transaction.canceled');
  }

  /** Its customer asks for an attempt that was canceled again. Null, with nothing changed, where it cannot be. */
  reopen(transaction: Transaction): Transaction | null {
    return this.#turn(transaction, attempts.reopen(transaction), 'transaction.created');
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
    for (const quote of this.quotes.sums) this.#settle(quote);
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
  #termsOf({ id, invoiceId, assetId, amount, quoted, rate }: Transaction): QuoteTerms {
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
    const settled = attempts.isSettled(now) ? { settled: true } : {};
    this.#record(kind, invoiceId, { ...seen, ...settled, hash_before: before.hash, block_before: before.block }, id);
    if ((kind === 'payment_seen' || kind === 'payment_replaced') && matchedBy !== null)
      this.#record('payment_matched', invoiceId, { matched_by: matchedBy, ...evidence }, id);
  }

  #record(kind: StepKind, invoiceId: string, details: object, transactionId: string | null = null): void {
    const [id, createdAt] = [this.instance.newId(), this.now];
    this.#entries.steps.push({ id, invoiceId, transactionId, kind, details, createdAt });
  }

  /** Writes the transaction's new state; its invoice's pending value moves along. */
  #change(transaction: Transaction, change: Partial<Transaction>): Transaction {
    const changed = this.#write(transaction, change);
    if (!this.#entries.newTransactions.has(changed.id)) this.#entries.changedTransactions.add(changed.id);
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

  /** Nothing happened to this transaction itself. */
  #revalue(transaction: Transaction, change: Pick<Partial<Transaction>, 'quoteId' | 'pending' | 'credited'>): void {
    this.#write(transaction, change);
    if (!this.#entries.newTransactions.has(transaction.id)) this.#entries.revaluedTransactions.add(transaction.id);
  }

  #write(transaction: Transaction, change: Partial<Transaction>): Transaction {
    const changed = { ...transaction, ...change, updatedAt: this.now };
    this.#entries.transactions.set(changed.id, changed);
    const delta = changed.pending - transaction.pending;
    const invoice = this.invoice(changed.invoiceId);
    if (delta !== 0n) this.#changeInvoice({ ...invoice, ...invoices.movePending(invoice, delta).state });
    return changed;
  }

  #current(id: string): Transaction {
    const transaction = this.#entries.transactions.get(id);
    if (transaction === undefined) throw new Error(`transaction ${id} is not in these books`);
    return transaction;
  }

  /** Writes what the parts of a quote count for now. Returns by how much more was credited to confirmed ones. */
  #settle(quote: QuoteSum | null): bigint {
    let more = 0n;
    for (const { id, value } of quote?.changes() ?? []) {
      const one = this.#current(id);
      if (one.status === 'success' && one.credited !== value) {
        more += value - one.credited;
        this.#entries.recreditedTransactions.add(id);
        this.#revalue(one, { credited: value });
      } else if (one.status === 'processing' && one.pending !== value) this.#revalue(one, { pending: value });
    }
    return more;
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

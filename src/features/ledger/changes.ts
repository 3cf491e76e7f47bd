// What one commit is going to write: changed invoices and transactions, and the events that tell of them, in order.
import type { EventType } from '../../core/event.ts';
import type { Queryable } from '../../io/db/database.ts';
import { appendEvents, type NewEvent } from '../events/store.ts';
import type { Instance } from '../instance.ts';
import { notifyInvoices } from './invoice-feed.ts';
import { type Invoice, updateInvoiceStates } from './invoice-store.ts';
import { invoiceView } from './invoice-view.ts';
import { insertTransactions, type Transaction, updateTransactionStates } from './transaction-store.ts';
import { transactionView } from './transaction-view.ts';
import { acceptUnconfirmed } from './unconfirmed/accept-unconfirmed.ts';

/** What will be told; rendered when it is written, since some of it only then is known. */
interface Told extends Omit<NewEvent, 'data'> {
  readonly data: () => object;
}

export interface Changes {
  readonly now: Date;
  /** Every invoice that was locked for this commit, as it will be written. */
  readonly invoices: Map<string, Invoice>;
  readonly changedInvoices: Set<string>;
  readonly transactions: Map<string, Transaction>;
  readonly newTransactions: Map<string, Transaction>;
  readonly events: Told[];
}

export function noChanges(now: Date): Changes {
  return {
    now,
    invoices: new Map(),
    changedInvoices: new Set(),
    transactions: new Map(),
    newTransactions: new Map(),
    events: [],
  };
}

/** The invoice as it stands in this commit. It must have been locked for it. */
export function lockedInvoice(changes: Changes, id: string): Invoice {
  const invoice = changes.invoices.get(id);
  if (invoice === undefined) throw new Error(`invoice ${id} is not locked by this commit`);
  return invoice;
}

export function changeInvoice(changes: Changes, invoice: Invoice): void {
  lockedInvoice(changes, invoice.id);
  changes.invoices.set(invoice.id, { ...invoice, updatedAt: changes.now });
  changes.changedInvoices.add(invoice.id);
}

export function changeTransaction(changes: Changes, transaction: Transaction): Transaction {
  const changed = { ...transaction, updatedAt: changes.now };
  const isNew = changes.newTransactions.has(transaction.id);
  (isNew ? changes.newTransactions : changes.transactions).set(transaction.id, changed);
  return changed;
}

export function addTransaction(changes: Changes, transaction: Transaction): void {
  changes.newTransactions.set(transaction.id, transaction);
}

/** Tells of an invoice as it stands now in this commit; since when it is accepted, as this commit leaves it. */
export function tellInvoice(changes: Changes, instance: Instance, type: EventType, invoiceId: string): void {
  append(changes, instance, type, invoiceId, (invoice) => () => {
    const { acceptedAt } = lockedInvoice(changes, invoiceId);
    return invoiceView({ ...invoice, acceptedAt }, instance.publicUrl);
  });
}

/** Tells of a transaction as it stands now in this commit, with its confirmations at this scanned height. */
export function tellTransaction(
  changes: Changes,
  instance: Instance,
  type: EventType,
  transaction: Transaction,
  height: number | null,
): void {
  const view = transactionView(instance, transaction, height);
  append(changes, instance, type, transaction.invoiceId, () => () => view);
}

/** Tells of what belongs to no invoice. */
export function tellApp(changes: Changes, instance: Instance, type: EventType, appId: string, data: object): void {
  changes.events.push({
    id: instance.newId(),
    appId,
    type,
    invoiceId: null,
    sequence: null,
    data: () => data,
    createdAt: changes.now,
  });
}

/** Writes all of it, and what follows from it for invoices that are accepted unconfirmed, whoever made the change. */
export async function writeChanges(trx: Queryable, instance: Instance, changes: Changes): Promise<void> {
  // A superseded attempt must be out of the way before the one that takes its place.
  await updateTransactionStates(trx, [...changes.transactions.values()]);
  await insertTransactions(trx, [...changes.newTransactions.values()]);
  await followUnconfirmed(trx, instance, changes);
  await updateInvoiceStates(
    trx,
    [...changes.changedInvoices].map((id) => lockedInvoice(changes, id)),
  );
  const events = changes.events.map((event) => ({ ...event, data: event.data() }));
  await appendEvents(trx, instance.jobs, events, instance.newId);
  await notifyInvoices(trx, [...changes.changedInvoices]);
}

async function followUnconfirmed(trx: Queryable, instance: Instance, changes: Changes): Promise<void> {
  const { invoices, transactions, newTransactions, now } = changes;
  const attempts = [...transactions.values(), ...newTransactions.values()];
  for (const { id, acceptedAt } of await acceptUnconfirmed(trx, { instance, now }, [...invoices.values()], attempts)) {
    changeInvoice(changes, { ...lockedInvoice(changes, id), acceptedAt });
    const last = changes.events.findLast((event) => event.invoiceId === id);
    if (last?.type !== 'invoice.updated') tellInvoice(changes, instance, 'invoice.updated', id);
  }
}

function append(
  changes: Changes,
  instance: Instance,
  type: EventType,
  invoiceId: string,
  data: (invoice: Invoice) => () => object,
): void {
  const before = lockedInvoice(changes, invoiceId);
  const invoice = { ...before, sequence: before.sequence + 1n };
  changeInvoice(changes, invoice);
  changes.events.push({
    id: instance.newId(),
    appId: invoice.appId,
    type,
    invoiceId,
    sequence: invoice.sequence,
    data: data(lockedInvoice(changes, invoiceId)),
    createdAt: changes.now,
  });
}

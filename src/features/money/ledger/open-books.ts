// Opens the books for one commit: locks rows in order, reads them again under the locks, calls `act`, and writes the
// changes.
import type { Queryable } from '../../../io/db/database.ts';
import { appendEvents } from '../../events/events/append-events.ts';
import type { Instance } from '../../instance.ts';
import { Books } from './books.ts';
import { insertCredits, insertSteps, replaceCredits, reverseCredits } from './credit-store.ts';
import { type Invoice, lockInvoices, updateInvoiceStates, updateInvoiceTerms } from './invoice-store.ts';
import {
  findTransactions,
  insertTransactions,
  readDividedQuotes,
  type Transaction,
  updateTransactionStates,
} from './transaction-store.ts';
import { ownTransfers, releaseTransfers } from './transfer-owner-store.ts';
import { acceptUnconfirmed } from './unconfirmed/accept-unconfirmed.ts';

/** The transactions and invoices that the books are opened for. The invoices of the transactions are included. */
export interface Accounts {
  readonly transactions?: readonly string[];
  readonly invoices?: readonly string[];
  /** Invoices that this commit inserted, so no other commit can have them. */
  readonly madeInvoices?: readonly Invoice[];
  /** The height to which the network was read; confirmations in events are counted from it. */
  readonly height?: number | null;
  /** Set it if confirmed payments may be reversed. The other parts of their quotes may then need new values. */
  readonly takesBack?: boolean;
}

/** Transactions of one network, and how far that was read; null where it has no blocks. */
export interface TransactionsAtHeight {
  readonly ids: readonly string[];
  readonly height: number | null;
}

/**
 * Locks invoices in the order of their ids, so that two commits cannot deadlock. Reads transactions again under the
 * locks, in the order given, because they may have changed. An error thrown by `act` rolls back the commit.
 */
export async function openBooks<T>(
  trx: Queryable,
  instance: Instance,
  accounts: Accounts,
  act: (books: Books) => T | Promise<T>,
): Promise<T> {
  const ids = [...new Set(accounts.transactions ?? [])];
  const first = await findTransactions(trx, ids);
  const invoiceIds = new Set([...(accounts.invoices ?? []), ...first.map((one) => one.invoiceId)]);
  const books = new Books(instance, accounts.height ?? null);
  const locked = await lockInvoices(trx, [...invoiceIds]);
  const refused = new Set(locked.tampered.map(({ id }) => id));
  const read = (await findTransactions(trx, ids)).filter(({ invoiceId }) => !refused.has(invoiceId));
  const current = new Map(read.map((one) => [one.id, one]));
  books.include(
    { ...locked, rows: [...locked.rows, ...(accounts.madeInvoices ?? [])] },
    ids.flatMap((id) => current.get(id) ?? []),
  );
  books.quotes.include(await readDividedQuotes(trx, [...current.values()], accounts.takesBack === true));
  const result = await act(books);
  await close(trx, books);
  return result;
}

/** Writes all changes, including changes to unconfirmed acceptance that follow from them. */
async function close(trx: Queryable, books: Books): Promise<void> {
  books.emitMoved();
  const { transactions, changedTransactions, revaluedTransactions, newTransactions } = books.entries;
  const those = (ids: Iterable<string>): Transaction[] => [...ids].flatMap((id) => transactions.get(id) ?? []);
  // A superseded attempt must be written before the attempt that replaces it.
  await updateTransactionStates(trx, those(new Set([...changedTransactions, ...revaluedTransactions])));
  await insertTransactions(trx, those(newTransactions));
  await releaseTransfers(trx, [...changedTransactions], books.now);
  await ownTransfers(trx, books.entries.owned, books.now);
  await reverseCredits(trx, [...books.entries.reversedTransactions], books.now);
  const recredited = those(books.entries.recreditedTransactions).filter(({ status }) => status === 'success');
  await replaceCredits(trx, recredited, books.instance, books.now);
  await insertCredits(trx, books.entries.credits, books.now);
  const attempts = those([...changedTransactions, ...newTransactions]);
  const locked = [...books.entries.invoices.values()];
  for (const { id, acceptedAt } of await acceptUnconfirmed(trx, books, locked, attempts)) books.accept(id, acceptedAt);
  await updateInvoiceStates(
    trx,
    [...books.entries.changedInvoices].map((id) => books.invoice(id)),
  );
  for (const id of books.entries.correctedInvoices) await updateInvoiceTerms(trx, books.invoice(id));
  await insertSteps(trx, books.entries.steps);
  const events = books.entries.events.map((event) => ({ ...event, data: event.data() }));
  await appendEvents(trx, events, books.instance.newId);
}

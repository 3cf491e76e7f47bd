// Opens the books for one commit: locks in order, reads again under the locks, lets the caller act, and writes all of
// it.
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

/** What the books are opened for: these transactions with their invoices, and these invoices. */
export interface Accounts {
  readonly transactions?: readonly string[];
  readonly invoices?: readonly string[];
  /** As this commit inserted them: nobody else has them. */
  readonly madeInvoices?: readonly Invoice[];
  /** How far the network at hand was read, which the confirmations that are told are counted against. */
  readonly height?: number | null;
  /** Confirmed payments may be taken back, so that other parts of their quotes may have to be corrected. */
  readonly takesBack?: boolean;
}

/** Transactions of one network, and how far that was read; null where it has no blocks. */
export interface TransactionsAtHeight {
  readonly ids: readonly string[];
  readonly height: number | null;
}

/**
 * Invoices are locked by id, so that two commits never wait for each other; transactions are read again under the
 * locks, in the order asked for, since people and chains may have been faster. What `act` throws undoes all of it.
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
  const { rows: invoices, tampered } = await lockInvoices(trx, [...invoiceIds]);
  const refused = new Set(tampered.map(({ id }) => id));
  const read = (await findTransactions(trx, ids)).filter(({ invoiceId }) => !refused.has(invoiceId));
  const current = new Map(read.map((one) => [one.id, one]));
  books.include(
    [...invoices, ...(accounts.madeInvoices ?? [])],
    ids.flatMap((id) => current.get(id) ?? []),
    tampered,
  );
  books.quotes.include(await readDividedQuotes(trx, [...current.values()], accounts.takesBack === true));
  const result = await act(books);
  await close(trx, books);
  return result;
}

/**
 * Writes what was changed, and what follows from it for invoices that are accepted unconfirmed, whoever made the
 * change.
 */
async function close(trx: Queryable, books: Books): Promise<void> {
  books.emitMoved();
  const { transactions, changedTransactions, revaluedTransactions, newTransactions } = books.entries;
  const those = (ids: Iterable<string>): Transaction[] => [...ids].flatMap((id) => transactions.get(id) ?? []);
  // A superseded attempt must be out of the way before the one that takes its place.
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

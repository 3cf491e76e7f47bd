// Payments that have the confirmations they need become success, and their invoices are credited, once.
import { splitValue } from '../../core/money/split-value.ts';
import type { Queryable } from '../../io/db/database.ts';
import type { Network } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import type { Books } from '../ledger/books.ts';
import { insertCredits, type NewCredit, recordAttesters } from '../ledger/credit-store.ts';
import { openBooks, type TransactionsAtHeight } from '../ledger/open-books.ts';
import { listConfirmed, type Transaction } from '../ledger/transaction-store.ts';
import { holdCursor } from '../networks/cursor-store.ts';
import { listTransfersOf, type RecordedTransfer } from './transfer-store.ts';

/** Those that may be credited. */
export interface Admitted {
  readonly due: readonly Transaction[];
  /** The endpoints that vouched, by transaction, where a quorum was asked for. */
  readonly attesters: ReadonlyMap<string, readonly string[]>;
}

/** What is asked before anything is confirmed; no database transaction is open then. */
export interface Confirming {
  /** The newest block that the network calls final; asked only where a payment waits for that. */
  finalized(): Promise<number>;
  /** Those that may be credited now, as far as it is not a matter of their depth. */
  admit(due: readonly Transaction[]): Promise<Admitted>;
}

/** Confirms all that is due on a network scanned up to `height`. */
export async function confirmTransactions(
  instance: Instance,
  network: Network,
  height: number,
  { finalized, admit }: Confirming,
): Promise<void> {
  const deep = await listConfirmed(instance.db, network.id, height);
  const final = deep.some((one) => one.mustBeFinal) ? await finalized() : null;
  const { due, attesters } = await admit(
    deep.filter((one) => !one.mustBeFinal || (final !== null && one.block !== null && one.block <= final)),
  );
  if (due.length === 0) return;
  await instance.db.atomically(async (trx) => {
    // The height that stands in the database, held until the commit: a process that slept through a reorg must not count on its own.
    const held = await holdCursor(trx, network.id);
    if (held === null) return;
    await confirmThese(trx, instance, { ids: due.map((one) => one.id), height: held });
    await recordAttesters(trx, attesters);
  });
}

/**
 * Confirms those of these transactions that are still due, in one commit with whatever else it makes. Finality was looked
 * at before.
 */
export async function confirmThese(
  trx: Queryable,
  instance: Instance,
  { ids, height }: TransactionsAtHeight,
): Promise<void> {
  const credits = await openBooks(trx, instance, { transactions: ids, height }, async (books) => {
    const confirmed = books.transactions.filter((one) => isConfirmed(one, height));
    const transfers = await listTransfersOf(
      trx,
      confirmed.map((one) => one.id),
    );
    const byOwner = Map.groupBy(transfers, (one) => one.transactionId);
    return confirmed.flatMap((one) => creditFor(books, one, byOwner.get(one.id) ?? []));
  });
  await insertCredits(trx, credits, instance.clock.now());
}

function creditFor(books: Books, transaction: Transaction, transfers: readonly RecordedTransfer[]): NewCredit[] {
  const { log, newId } = books.instance;
  const arrived = transfers.reduce((sum, one) => sum + one.amount, 0n);
  if (arrived !== transaction.received) {
    // Must never be. It is not credited on a guess, and it does not hold up anybody else's payment.
    const facts = { transaction: transaction.id, received: String(transaction.received), arrived: String(arrived) };
    log.error({ event: 'payment.disagrees', ...facts }, 'a payment and its transfers disagree; it is not credited');
    return [];
  }
  const { id: transactionId, invoiceId, credited } = books.confirm(transaction);
  const values = splitValue(
    credited,
    transfers.map((one) => one.amount),
  );
  return transfers.map((one, index) => ({
    id: newId(),
    transferId: one.id,
    ...{ transactionId, invoiceId, amount: one.amount, value: values[index] as bigint },
    ...{ block: one.block, blockHash: one.blockHash },
  }));
}

function isConfirmed(transaction: Transaction, height: number): boolean {
  return (
    transaction.status === 'processing' &&
    transaction.block !== null &&
    height - transaction.block + 1 >= transaction.requiredConfirmations
  );
}

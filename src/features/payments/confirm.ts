// Payments that have the confirmations they need become success, and their invoices are credited, once.

import { splitValue } from '../../core/money/split-value.ts';
import { credit, movePending } from '../../core/payment/invoice.ts';
import { succeed } from '../../core/payment/transaction.ts';
import type { Queryable } from '../../io/db/database.ts';
import type { Network } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import {
  type Changes,
  changeInvoice,
  changeTransaction,
  lockedInvoice,
  noChanges,
  tellInvoice,
  tellTransaction,
  writeChanges,
} from '../ledger/changes.ts';
import { lockInvoices } from '../ledger/invoice-store.ts';
import { findTransactions, listConfirmed, type Transaction } from '../ledger/transaction-store.ts';
import { holdCursor } from '../networks/cursor-store.ts';
import { noteAttesters } from '../networks/endpoint-store.ts';
import { insertCredits, listTransfersOf, type NewCredit, type RecordedTransfer } from './transfer-store.ts';

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
    const ids = due.map((one) => one.id);
    const invoiceIds = due.map((one) => one.invoiceId);
    await confirmThese(trx, instance, ids, invoiceIds, held);
    await noteAttesters(trx, attesters);
  });
}

/**
 * Confirms those of these transactions that are still due, in one commit with whatever else it makes. Finality was looked
 * at before.
 */
export async function confirmThese(
  trx: Queryable,
  instance: Instance,
  ids: readonly string[],
  invoiceIds: readonly string[],
  height: number,
): Promise<void> {
  const changes = noChanges(instance.clock.now());
  for (const invoice of await lockInvoices(trx, [...new Set(invoiceIds)])) changes.invoices.set(invoice.id, invoice);
  // Read again under the locks: a reorg or a person may have been faster.
  const confirmed = (await findTransactions(trx, ids)).filter((one) => isConfirmed(one, height));
  const transfers = Map.groupBy(
    await listTransfersOf(
      trx,
      confirmed.map((one) => one.id),
    ),
    (one) => one.transactionId,
  );
  const credits = confirmed.flatMap((one) => creditFor(changes, instance, one, transfers.get(one.id) ?? [], height));
  await insertCredits(trx, credits, changes.now);
  await writeChanges(trx, instance, changes);
}

function creditFor(
  changes: Changes,
  instance: Instance,
  transaction: Transaction,
  transfers: readonly RecordedTransfer[],
  height: number,
): NewCredit[] {
  const arrived = transfers.reduce((sum, one) => sum + one.amount, 0n);
  if (arrived !== transaction.received) {
    // Must never be. It is not credited on a guess, and it does not hold up anybody else's payment.
    const facts = { transaction: transaction.id, received: String(transaction.received), arrived: String(arrived) };
    instance.log.error(facts, 'a payment and its transfers disagree; it is not credited');
    return [];
  }
  const done = changeTransaction(changes, { ...transaction, ...succeed(transaction) });
  const before = lockedInvoice(changes, done.invoiceId);
  const settled = credit(movePending(before, -transaction.pending).state, done.credited);
  const isNowPaid = settled.state.status === 'paid' && before.status !== 'paid';
  changeInvoice(changes, { ...before, ...settled.state, paidAt: isNowPaid ? changes.now : before.paidAt });
  tellTransaction(changes, instance, 'transaction.succeeded', done, height);
  if (settled.event !== null) tellInvoice(changes, instance, settled.event, done.invoiceId);
  const values = splitValue(
    done.credited,
    transfers.map((one) => one.amount),
  );
  return transfers.map((one, index) => ({
    id: instance.newId(),
    transferId: one.id,
    transactionId: done.id,
    invoiceId: done.invoiceId,
    amount: one.amount,
    value: values[index] as bigint,
    block: one.block,
    blockHash: one.blockHash,
  }));
}

function isConfirmed(transaction: Transaction, height: number): boolean {
  return (
    transaction.status === 'processing' &&
    transaction.block !== null &&
    height - transaction.block + 1 >= transaction.requiredConfirmations
  );
}

// A reorg: what was in the blocks that left the chain is taken back, before anything of the new branch is read.
import { movePending, reverse } from '../../core/payment/invoice.ts';
import { lose, reject } from '../../core/payment/transaction.ts';
import type { BlockHeader } from '../../core/payment/transfer.ts';
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
import { findTransactions, type Transaction } from '../ledger/transaction-store.ts';
import { deleteBlocksAbove, lockCursor, moveCursor } from '../networks/cursor-store.ts';
import { orphanTransfersAbove, releaseTransfers, reverseCredits } from './transfer-store.ts';

/** Moves the cursor back to `fork`, the newest block that both branches share. */
export async function takeBack(
  instance: Instance,
  network: Network,
  owner: string,
  fork: BlockHeader,
  headNumber: number,
): Promise<void> {
  await instance.db.atomically(async (trx) => {
    if ((await lockCursor(trx, network.id, owner)) === null) return;
    await takeBackTo(trx, instance, network, fork, headNumber);
  });
}

/** The same for whoever has locked the cursor. */
export async function takeBackTo(
  trx: Queryable,
  instance: Instance,
  network: Network,
  fork: BlockHeader,
  headNumber: number,
): Promise<void> {
  await deleteBlocksAbove(trx, network.id, fork.number);
  const ids = await orphanTransfersAbove(trx, network.id, fork.number, instance.clock.now());
  await moveCursor(trx, network.id, fork, headNumber);
  await takeBackThese(trx, instance, ids, fork.number);
}

/** Takes back what these transactions, whose transfers are off the chain, gave their invoices. */
export async function takeBackThese(
  trx: Queryable,
  instance: Instance,
  ids: readonly string[],
  height: number,
): Promise<void> {
  const changes = noChanges(instance.clock.now());
  const first = await findTransactions(trx, ids);
  for (const invoice of await lockInvoices(trx, [...new Set(first.map((one) => one.invoiceId))]))
    changes.invoices.set(invoice.id, invoice);
  const reversed: string[] = [];
  for (const transaction of await findTransactions(trx, ids)) {
    if (transaction.status === 'processing') loseSight(changes, instance, transaction);
    if (transaction.status === 'success') {
      reverseSuccess(changes, instance, transaction, height);
      reversed.push(transaction.id);
    }
  }
  await reverseCredits(trx, reversed, changes.now);
  await releaseTransfers(trx, reversed, changes.now);
  await writeChanges(trx, instance, changes);
}

function loseSight(changes: Changes, instance: Instance, transaction: Transaction): void {
  const invoice = lockedInvoice(changes, transaction.invoiceId);
  changeInvoice(changes, { ...invoice, ...movePending(invoice, -transaction.pending).state });
  changeTransaction(changes, { ...transaction, ...lose(transaction) });
  tellInvoice(changes, instance, 'invoice.updated', transaction.invoiceId);
}

function reverseSuccess(changes: Changes, instance: Instance, transaction: Transaction, height: number): void {
  const invoice = lockedInvoice(changes, transaction.invoiceId);
  const move = reverse(invoice, transaction.credited);
  changeInvoice(changes, { ...invoice, ...move.state, paidAt: move.state.status === 'paid' ? invoice.paidAt : null });
  const rejected = changeTransaction(changes, { ...transaction, ...reject(transaction, 'reorged') });
  tellTransaction(changes, instance, 'transaction.rejected', rejected, height);
  tellInvoice(changes, instance, 'invoice.reversed', transaction.invoiceId);
}

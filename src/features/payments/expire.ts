// Ends attempts and invoices whose time ran out on the chains' own clocks, so that an outage of ours expires nothing.
import { expire, movePending } from '../../core/payment/invoice.ts';
import { cancelTransaction, isWaiting } from '../../core/payment/transaction.ts';
import type { Queryable } from '../../io/db/database.ts';
import type { Network } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import {
  changeInvoice,
  changeTransaction,
  lockedInvoice,
  noChanges,
  tellInvoice,
  tellTransaction,
  writeChanges,
} from '../ledger/changes.ts';
import { lockDueInvoices, lockInvoices } from '../ledger/invoice-store.ts';
import { findTransactions, listDue, type Transaction } from '../ledger/transaction-store.ts';
import { releaseTransfers } from './transfer-store.ts';

const batch = 500;

/** Cancels attempts of a network whose deadline is before its scanned chain time, and that nothing on the chain or waiting for it pays. */
export async function expireTransactions(instance: Instance, network: Network, chainTime: Date): Promise<void> {
  while ((await expireSomeTransactions(instance, network, chainTime)) === batch);
}

async function expireSomeTransactions(instance: Instance, network: Network, chainTime: Date): Promise<number> {
  const due = await listDue(instance.db, network.id, chainTime, batch);
  if (due.length === 0) return 0;
  await instance.db.atomically((trx) => expireThese(trx, instance, due));
  return due.length;
}

/** Cancels those of these attempts that nothing on the chain or waiting for it pays, as expired. */
export async function expireThese(trx: Queryable, instance: Instance, due: readonly Transaction[]): Promise<void> {
  const changes = noChanges(instance.clock.now());
  for (const invoice of await lockInvoices(trx, [...new Set(due.map((one) => one.invoiceId))]))
    changes.invoices.set(invoice.id, invoice);
  const released: string[] = [];
  for (const attempt of await findTransactions(
    trx,
    due.map((one) => one.id),
  )) {
    const isSeen = attempt.block !== null || isWaiting(attempt);
    const canceled = isSeen ? null : cancelTransaction(attempt, 'expired');
    if (canceled === null) continue;
    const invoice = lockedInvoice(changes, attempt.invoiceId);
    if (attempt.pending > 0n) changeInvoice(changes, { ...invoice, ...movePending(invoice, -attempt.pending).state });
    const changed = changeTransaction(changes, { ...attempt, ...canceled });
    tellTransaction(changes, instance, 'transaction.canceled', changed, null);
    // Its payment was reorged away; should it come back, it is a late one.
    if (attempt.hash !== null) released.push(attempt.id);
  }
  await releaseTransfers(trx, released, changes.now);
  await writeChanges(trx, instance, changes);
}

/** Expires invoices whose deadline every network they are offered on has passed, batch after batch. */
export async function expireInvoices(instance: Instance): Promise<void> {
  while ((await expireSomeInvoices(instance)) === batch);
}

function expireSomeInvoices(instance: Instance): Promise<number> {
  // A network that nobody follows any more tells no time: what is offered on it must not wait for it for ever.
  const followed = instance.catalog.networks.filter((network) => network.followable).map((network) => network.id);
  return instance.db.atomically(async (trx) => {
    const changes = noChanges(instance.clock.now());
    const due = await lockDueInvoices(trx, followed, changes.now, batch);
    for (const invoice of due) {
      const move = expire(invoice);
      if (move === null) continue;
      changes.invoices.set(invoice.id, invoice);
      changeInvoice(changes, { ...invoice, ...move.state });
      tellInvoice(changes, instance, 'invoice.expired', invoice.id);
    }
    await writeChanges(trx, instance, changes);
    return due.length;
  });
}

// Payments that have the confirmations they need become success, and their invoices are credited, once.
import { isConfirmed } from '../../../core/payment/transaction.ts';
import type { Instance } from '../../instance.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { holdCursor } from '../../known/networks/cursor-store.ts';
import { recordAttesters } from '../ledger/credit-store.ts';
import { openBooks, type TransactionsAtHeight } from '../ledger/open-books.ts';
import { listConfirmed, listSettled, type Transaction } from '../ledger/transaction-store.ts';
import { listQuiet } from '../ledger/unconfirmed/unconfirmed-store.ts';
import type { Commit } from './commit.ts';
import { listTransfersOf } from './transfer-store.ts';

/** Those that may be credited. */
export interface Admitted {
  readonly due: readonly Transaction[];
  /** The endpoints that vouched, by transaction, where a quorum was asked for. */
  readonly attesters: ReadonlyMap<string, readonly string[]>;
}

/** A network scanned up to `height`, and what is asked before anything is confirmed: no transaction is open then. */
export interface Confirming {
  readonly network: Network;
  readonly height: number;
  /** The newest block that the network calls final; asked only where a payment waits for that. */
  finalized(): Promise<number>;
  /** Those that may be credited now, as far as it is not a matter of their depth. */
  admit(due: readonly Transaction[]): Promise<Admitted>;
}

/** Confirms all that is due on a network. */
export async function confirmTransactions(
  instance: Instance,
  { network, height, finalized, admit }: Confirming,
): Promise<void> {
  const deep = await listConfirmed(instance.db, network.id, height);
  const final = deep.some((one) => one.mustBeFinal) ? await finalized() : null;
  const { due, attesters } = await admit(
    deep.filter((one) => !one.mustBeFinal || (final !== null && one.block !== null && one.block <= final)),
  );
  if (due.length === 0) return;
  await instance.db.atomically(async (trx) => {
    // The height that stands in the database, held until the commit: a process that slept through a reorg must not
    // count on its own.
    const held = await holdCursor(trx, network.id);
    if (held === null) return;
    await confirmThese({ trx, instance }, { ids: due.map((one) => one.id), height: held });
    await recordAttesters(trx, attesters);
  });
}

/**
 * Confirms the payments that a rail without blocks reported, in the caller's commit: they are final. They must have
 * been received before.
 */
export async function confirmSettled(commit: Commit, networkId: string): Promise<void> {
  const settled = await listSettled(commit.trx, networkId);
  if (settled.length > 0) await confirmThese(commit, { ids: settled.map(({ id }) => id), height: null });
}

/** Accepts invoices whose unconfirmed payments have been quiet for as long as their apps ask. */
export async function acceptQuiet(instance: Instance, network: Network): Promise<void> {
  const quiet = await listQuiet(instance.db, network.id, instance.clock.now());
  if (quiet.length === 0) return;
  // Closing the books says what is accepted by now, whatever is done with them.
  await instance.db.atomically((trx) => openBooks(trx, instance, { invoices: quiet }, () => undefined));
}

/**
 * Confirms those of these transactions that are still due, in one commit with whatever else it makes. Finality was
 * looked at before.
 */
export async function confirmThese({ trx, instance }: Commit, { ids, height }: TransactionsAtHeight): Promise<void> {
  await openBooks(trx, instance, { transactions: ids, height }, async (books) => {
    const due = books.transactions.filter((one) => isConfirmed(one, height));
    const ofDue = due.map(({ id }) => id);
    const transfers = Map.groupBy(await listTransfersOf(trx, ofDue), (one) => one.transactionId);
    for (const one of due) books.confirm(one, transfers.get(one.id) ?? []);
  });
}

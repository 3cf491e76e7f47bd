// Marks payments with enough confirmations as successful and credits their invoices, once.
import { isConfirmed } from '../../../core/payment/transaction.ts';
import type { Instance } from '../../instance.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { holdCursor } from '../../known/networks/cursor-store.ts';
import { recordAttesters } from '../ledger/credit-store.ts';
import { openBooks, type TransactionsAtHeight } from '../ledger/open-books.ts';
import { listConfirmed, type Transaction } from '../ledger/transaction-store.ts';
import { listQuiet } from '../ledger/unconfirmed/unconfirmed-store.ts';
import type { Commit } from './commit.ts';
import { listTransfersOf } from './transfer-store.ts';

/** The transactions that may be credited. */
export interface Admitted {
  readonly due: readonly Transaction[];
  /** The endpoints that confirmed each transaction, if a quorum is required. */
  readonly attesters: ReadonlyMap<string, readonly string[]>;
}

/**
 * A network scanned up to `height`, with the checks before confirmation. The checks run outside a database transaction.
 */
export interface Confirming {
  readonly network: Network;
  readonly height: number;
  /** Returns the newest final block according to the network. It is called only if a payment waits for finality. */
  finalized(): Promise<number>;
  /** Returns the transactions that may be credited, apart from their depth. */
  admit(due: readonly Transaction[]): Promise<Admitted>;
}

/** Confirms all due payments of a network. */
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
    // Uses the height in the database, locked until the commit: this process may have missed a reorg.
    const held = await holdCursor(trx, network.id);
    if (held === null) return;
    await confirmThese({ trx, instance }, { ids: due.map((one) => one.id), height: held });
    await recordAttesters(trx, attesters);
  });
}

/** Accepts invoices with unconfirmed payments that have had no conflict for the time required by their apps. */
export async function acceptQuiet(instance: Instance, network: Network): Promise<void> {
  const quiet = await listQuiet(instance.db, network.id, instance.clock.now());
  if (quiet.length === 0) return;
  // Closing the books updates the acceptance, so no other action is needed.
  await instance.db.atomically((trx) => openBooks(trx, instance, { invoices: quiet }, () => undefined));
}

/** Confirms these transactions as far as they are still due. The caller must have checked finality. */
export async function confirmThese({ trx, instance }: Commit, { ids, height }: TransactionsAtHeight): Promise<void> {
  await openBooks(trx, instance, { transactions: ids, height }, async (books) => {
    const due = books.transactions.filter((one) => isConfirmed(one, height));
    const ofDue = due.map(({ id }) => id);
    const transfers = Map.groupBy(await listTransfersOf(trx, ofDue), (one) => one.transactionId);
    for (const one of due) books.confirm(one, transfers.get(one.id) ?? []);
  });
}

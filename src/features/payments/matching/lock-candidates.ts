// The attempts that transfers may belong to, locked for one commit.
import type { Queryable } from '../../../io/db/database.ts';
import type { Changes } from '../../ledger/changes.ts';
import { lockInvoices } from '../../ledger/invoice-store.ts';
import { findTransactions, listCandidates, type Transaction } from '../../ledger/transaction-store.ts';

/** How long after its last change a transaction still speaks for money that comes to its address. */
export const lateMillis = 7 * 24 * 3600 * 1000;

export interface Wanted {
  readonly recipient: string;
  readonly sender: string | null;
  readonly amount: bigint;
  /** What was made for the same chain transaction is wanted too. */
  readonly txHash?: string;
  /** A transaction that is wanted whatever else speaks for it. */
  readonly transactionId: string | null;
}

/** By id, newest first, as they stand now that their invoices are locked. The invoices are put among the changes. */
export async function lockCandidates(
  trx: Queryable,
  networkId: string,
  wanted: readonly Wanted[],
  changes: Changes,
): Promise<Map<string, Transaction>> {
  const asked = wanted.map(({ recipient, sender, amount, txHash = null }) => ({ recipient, sender, amount, txHash }));
  const found = await listCandidates(trx, networkId, asked, new Date(changes.now.getTime() - lateMillis));
  const owners = wanted.map((one) => one.transactionId).filter((id) => id !== null);
  const owned = await findTransactions(trx, owners);
  const invoiceIds = new Set([...found, ...owned].map((one) => one.invoiceId));
  for (const invoice of await lockInvoices(trx, [...invoiceIds])) changes.invoices.set(invoice.id, invoice);
  // Read again under the locks, keeping the order: people may have canceled meanwhile.
  const ids = [...new Set([...found, ...owned].map((one) => one.id))];
  const current = new Map((await findTransactions(trx, ids)).map((one) => [one.id, one]));
  return new Map(ids.flatMap((id) => (current.has(id) ? [[id, current.get(id) as Transaction]] : [])));
}

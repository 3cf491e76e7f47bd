// Ends attempts and invoices whose time ran out on our clock and on the chains' own, so that neither an outage of ours
// nor whoever dates a block expires anything.
import { expire } from '../../../core/payment/invoice.ts';
import { isWaiting } from '../../../core/payment/transaction.ts';
import type { Instance } from '../../instance.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { lockDueInvoices } from '../ledger/invoice-store.ts';
import { openBooks } from '../ledger/open-books.ts';
import { listDue } from '../ledger/transaction-store.ts';
import type { Commit } from './commit.ts';

const batch = 500;

/**
 * Cancels attempts of a network that are over on our clock and at its scanned chain time (the median time past), and
 * that nothing on the chain or waiting for it pays.
 */
export async function expireTransactions(instance: Instance, network: Network, chainTime: Date): Promise<void> {
  for (let ended = batch; ended === batch; ) {
    const due = await listDue(instance.db, network.id, { now: instance.clock.now(), chainTime }, batch);
    ended = due.length;
    const ids = due.map((one) => one.id);
    if (ended > 0) await instance.db.atomically((trx) => expireThese({ trx, instance }, ids));
  }
}

/** The same on networks that are no longer configured: no chain tells their time, so only our clock counts. */
export async function expireOnGoneNetworks(instance: Instance): Promise<void> {
  for (const network of instance.catalog.goneNetworks) await expireTransactions(instance, network, noChainTime);
}

const noChainTime = new Date('9999-12-31T00:00:00Z');

/** Cancels those of these attempts that nothing on the chain or waiting for it pays, as expired. */
export async function expireThese({ trx, instance }: Commit, ids: readonly string[]): Promise<void> {
  await openBooks(trx, instance, { transactions: ids }, (books) => {
    // The payment of some was reorged away: should it come back, it is a late one.
    for (const attempt of books.transactions)
      if (attempt.blockHash === null && !isWaiting(attempt)) books.cancel(attempt, 'expired');
  });
}

/** Expires invoices that are over on our clock and on that of every network they are offered on, batch after batch. */
export async function expireInvoices(instance: Instance): Promise<void> {
  while ((await expireSomeInvoices(instance)) === batch);
}

function expireSomeInvoices(instance: Instance): Promise<number> {
  // A network that nobody follows any more tells no time: what is offered on it must not wait for it for ever.
  const followed = instance.catalog.networks.filter((network) => network.followable).map((network) => network.id);
  return instance.db.atomically(async (trx) => {
    const due = await lockDueInvoices(trx, followed, instance.clock.now(), batch);
    if (due.length === 0) return 0;
    const ids = due.map((invoice) => invoice.id);
    await openBooks(trx, instance, { invoices: ids }, (books) => {
      for (const id of ids) books.moveInvoice(id, expire);
    });
    return due.length;
  });
}

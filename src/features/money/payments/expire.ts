// Ends attempts and invoices that expired on the service's clock and on the clocks of the chains. Neither an outage of
// the service nor a miner's block time alone can expire anything.
import { expire } from '../../../core/payment/invoice.ts';
import { isWaiting } from '../../../core/payment/transaction.ts';
import type { Instance } from '../../instance.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { listDueInvoicesOnClock, listDueOnClock } from '../ledger/clock/due-store.ts';
import { lockDueInvoices } from '../ledger/invoice-store.ts';
import { openBooks } from '../ledger/open-books.ts';
import { listDue } from '../ledger/transaction-store.ts';
import type { Commit } from './commit.ts';

const batch = 500;

/**
 * Cancels attempts of a network that expired on the service's clock and at its scanned chain time (the median time
 * past). Attempts with a payment in a block or in the mempool are kept.
 */
export async function expireTransactions(instance: Instance, network: Network, chainTime: Date): Promise<void> {
  for (let ended = batch; ended === batch; ) {
    const due = await listDue(instance.db, network.id, { now: instance.clock.now(), chainTime }, batch);
    ended = due.length;
    const ids = due.map((one) => one.id);
    if (ended > 0) await instance.db.atomically((trx) => expireThese({ trx, instance }, ids));
  }
}

/**
 * Does the same for networks that are no longer configured. Their chain time is unknown, so only the service's clock
 * counts.
 */
export async function expireOnGoneNetworks(instance: Instance): Promise<void> {
  for (const network of instance.catalog.goneNetworks) await expireTransactions(instance, network, noChainTime);
}

const noChainTime = new Date('9999-12-31T00:00:00Z');

/** Cancels these attempts as expired, except attempts with a payment in a block or in the mempool. */
export async function expireThese({ trx, instance }: Commit, ids: readonly string[]): Promise<void> {
  await openBooks(trx, instance, { transactions: ids }, (books) => {
    // This includes attempts with a payment that a reorg removed. If it is mined again, it is a late payment.
    for (const attempt of books.transactions)
      if (attempt.blockHash === null && !isWaiting(attempt)) books.cancel(attempt, 'expired');
  });
}

/**
 * Expires, in batches, the invoices that expired on the service's clock and on the clock of every network they are
 * offered on.
 */
export async function expireInvoices(instance: Instance): Promise<void> {
  while ((await expireSomeInvoices(instance)) === batch);
}

/**
 * Does both for apps whose test clocks were moved, or for one of them. A network counts as read up to the last advance,
 * and its time runs ahead like the clock of the app.
 */
export async function expireOnAppClocks(instance: Instance, appId: string | null = null): Promise<void> {
  await inBatches(
    (after) => listDueOnClock(instance.db, { appId, now: instance.clock.now() }, { after, limit: batch }),
    (ids) => instance.db.atomically((trx) => expireThese({ trx, instance }, ids)),
  );
  await inBatches(
    (after) => listDueInvoicesOnClock(instance.db, { appId, now: instance.clock.now() }, { after, limit: batch }),
    (ids) => instance.db.atomically((trx) => expireInvoicesOnClock({ trx, instance }, ids)),
  );
}

/** Reads on from the last id, so that a row that cannot be changed is not read again and again. */
async function inBatches(
  list: (after: string | null) => Promise<string[]>,
  act: (ids: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let ids = await list(null); ids.length > 0; ids = ids.length < batch ? [] : await list(ids.at(-1) as string))
    await act(ids);
}

async function expireInvoicesOnClock({ trx, instance }: Commit, ids: readonly string[]): Promise<void> {
  await openBooks(trx, instance, { invoices: ids }, async (books) => {
    // A payment may have been recorded before the invoices were locked.
    const still = await listDueInvoicesOnClock(
      trx,
      { appId: null, now: books.now, ids },
      { after: null, limit: batch },
    );
    for (const id of still) if (books.entries.invoices.has(id)) books.moveInvoice(id, expire);
  });
}

function expireSomeInvoices(instance: Instance): Promise<number> {
  // A network that is no longer followed has no clock, and must not keep invoices open for ever.
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

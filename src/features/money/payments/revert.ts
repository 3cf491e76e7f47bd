// Reverts the blocks that a reorg removed before the new branch is read.
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { deleteBlocksAbove } from '../../known/networks/block-store.ts';
import { moveCursor } from '../../known/networks/cursor-store.ts';
import { notifyInvoicesOf } from '../ledger/invoice-feed.ts';
import { openBooks, type TransactionsAtHeight } from '../ledger/open-books.ts';
import type { Commit } from './commit.ts';
import { orphanTransfersAbove } from './transfer-store.ts';
import { unmatchedPaymentView } from './unmatched/view.ts';
import type { WithdrawnPayment } from './unmatched/waiting-store.ts';

/** `fork`: the newest common block of both branches. `head`: the number of the newest block of the new branch. */
export interface Divergence {
  readonly network: Network;
  readonly fork: BlockHeader;
  readonly head: number;
}

/** Moves the cursor back to the fork. The caller must have locked it. */
export async function revertTo(commit: Commit, divergence: Divergence): Promise<void> {
  const { trx, instance } = commit;
  const { network, fork, head } = divergence;
  await deleteBlocksAbove(trx, network.id, fork.number);
  const orphaned = await orphanTransfersAbove(
    { db: trx, networkId: network.id, now: instance.clock.now() },
    fork.number,
  );
  await moveCursor(trx, network.id, fork, head);
  await revertThese(commit, { ...orphaned, height: fork.number });
}

/**
 * Reverses the credits of these transactions after their transfers left the chain. Emits an event for each unmatched
 * payment that was withdrawn, because merchants were notified that it waits.
 */
export async function revertThese(
  { trx, instance }: Commit,
  { ids, height, unmatched = [] }: TransactionsAtHeight & { readonly unmatched?: readonly WithdrawnPayment[] },
): Promise<void> {
  await openBooks(trx, instance, { transactions: ids, height, takesBack: true }, (books) => {
    for (const one of books.transactions) if (one.status === 'processing') books.orphan(one);
    for (const one of books.transactions) if (one.status === 'success') books.reverse(one);
    for (const one of unmatched) {
      const withdrawn = { ...one, status: 'withdrawn', transactionId: null, dustAmount: null } as const;
      books.emit('payment.unmatched', one.appId, unmatchedPaymentView(instance, withdrawn));
    }
  });
  await notifyInvoicesOf(
    trx,
    unmatched.flatMap(({ candidates, claims }) => [...candidates, ...claims]),
  );
}

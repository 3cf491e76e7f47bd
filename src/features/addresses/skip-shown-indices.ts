// After a restore: no address that may have been shown since the backup is shown again, and all of them are watched.
import { indicesToSkip } from '../../core/payment/skipped-indices.ts';
import { familyOf, isReadable } from '../../io/chains/families.ts';
import type { Queryable } from '../../io/db/database.ts';
import { type KeyedWallet, listKeyedWallets, moveNextIndex, watchChildren } from './restored-wallet-store.ts';

export interface Skipped {
  readonly walletId: string;
  /** The first child skipped, and the one that is shown next. */
  readonly from: bigint;
  readonly to: bigint;
}

const together = 500;

/**
 * Moves every extended public key ahead, by the pace at which it was used before `backupAt` or, where `count` is given, by
 * so many. What was shown and lost is paid all the same: it then waits among the unmatched payments of the app that used
 * the key last, instead of being lost or credited to somebody else's attempt.
 */
export async function skipShownIndices(
  trx: Queryable,
  times: { readonly backupAt: Date; readonly now: Date },
  count: number | null,
): Promise<Skipped[]> {
  const elapsed = Math.max(0, times.now.getTime() - times.backupAt.getTime());
  const wallets = await listKeyedWallets(trx, new Date(times.backupAt.getTime() - elapsed));
  const skipped: Skipped[] = [];
  for (const wallet of wallets) {
    const from = wallet.nextIndex;
    const to = from + BigInt(count ?? indicesToSkip(wallet.takenSince));
    await watchFrom(trx, wallet, from, to);
    await moveNextIndex(trx, wallet.id, to);
    skipped.push({ walletId: wallet.id, from, to });
  }
  return skipped;
}

async function watchFrom(trx: Queryable, wallet: KeyedWallet, from: bigint, to: bigint): Promise<void> {
  if (!isReadable(wallet.family)) return;
  const { deriveAddress } = familyOf(wallet.family);
  let children: { address: string; index: bigint }[] = [];
  for (let index = from; index < to; index += 1n) {
    children.push({ address: deriveAddress(wallet.value, index), index });
    if (children.length < together && index + 1n < to) continue;
    for (const use of wallet.uses) await watchChildren(trx, wallet.id, use, children);
    children = [];
  }
}

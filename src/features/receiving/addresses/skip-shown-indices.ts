// After a restore: skips all addresses that may have been shown since the backup, and watches them.
import { indicesToSkip } from '../../../core/payment/skipped-indices.ts';
import type { NetworkFacts } from '../../../io/chains/chain.ts';
import { codecOf, isReadable } from '../../../io/chains/codecs.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { type KeyedWallet, listKeyedWallets, moveNextIndex, watchChildren } from './restored-wallet-store.ts';

export interface Skipped {
  readonly walletId: string;
  /** `from` is the first child skipped; `to` is the next child to show. */
  readonly from: bigint;
  readonly to: bigint;
}

const together = 500n;

/** The period with lost commits, and the number of addresses to skip; null to estimate it from the use before. */
export interface LostTime {
  readonly backupAt: Date;
  readonly now: Date;
  readonly count: number | null;
}

/**
 * Moves every extended public key ahead, by `count` or by an estimate from its use before `backupAt`. `networks`: by
 * symbol. A payment to a skipped address waits among the unmatched payments of the app that used the key last. Without
 * this, it would be lost or credited to another customer's attempt.
 */
export async function skipShownIndices(
  trx: Queryable,
  { backupAt, now, count }: LostTime,
  networks: ReadonlyMap<string, NetworkFacts>,
): Promise<Skipped[]> {
  const elapsed = Math.max(0, now.getTime() - backupAt.getTime());
  const wallets = await listKeyedWallets(trx, new Date(backupAt.getTime() - elapsed));
  const skipped: Skipped[] = [];
  for (const wallet of wallets) {
    const from = wallet.nextIndex;
    const to = from + BigInt(count ?? indicesToSkip(wallet.takenSince));
    await watchFrom(trx, { wallet, from, to }, networks);
    await moveNextIndex(trx, wallet.id, to);
    skipped.push({ walletId: wallet.id, from, to });
  }
  return skipped;
}

/** A network that is no longer configured is not read, so nothing is watched there. */
async function watchFrom(
  trx: Queryable,
  { wallet, from, to }: { readonly wallet: KeyedWallet; readonly from: bigint; readonly to: bigint },
  networks: ReadonlyMap<string, NetworkFacts>,
): Promise<void> {
  if (!isReadable(wallet.family)) return;
  const { deriveAddress } = codecOf(wallet.family);
  for (const use of wallet.uses) {
    const network = networks.get(use.network);
    if (network === undefined) continue;
    for (let first = from; first < to; first += together) {
      const count = to - first < together ? to - first : together;
      const children = Array.from({ length: Number(count) }, (_, step) => {
        const index = first + BigInt(step);
        return { address: deriveAddress(wallet.value, index, network), index };
      });
      await watchChildren(trx, { ...use, walletId: wallet.id }, children);
    }
  }
}

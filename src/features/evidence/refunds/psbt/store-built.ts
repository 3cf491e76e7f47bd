// Stores a PSBT in one commit with the checks that keep two refunds from sharing a coin.
import type { Queryable } from '../../../../io/db/database.ts';
import {
  insertPsbt,
  isStillFree,
  type KeyState,
  keyState,
  newestPsbts,
  type RefundPsbt,
  skipIndex,
} from './psbt-store.ts';

/**
 * `seen`: the state of the key from which the PSBT was built. Returns the PSBT, or one for the same refunds that
 * another commit stored meanwhile. Returns null if a refund, a coin or the key's next child changed.
 */
export async function storeBuilt(
  trx: Queryable,
  built: RefundPsbt,
  seen: Pick<KeyState, 'nextIndex' | 'nextChange'>,
): Promise<RefundPsbt | null> {
  const { walletId, refundIds, changeBranch, changeIndex } = built;
  const state = await keyState(trx, walletId, refundIds, true);
  const same = currentOf(await newestPsbts(trx, refundIds), refundIds);
  if (same !== null) return same;
  if (state.nextIndex !== seen.nextIndex || state.nextChange !== seen.nextChange) return null;
  if (!(await isStillFree(trx, built))) return null;
  if (changeBranch === 'receiving' && changeIndex !== null) await skipIndex(trx, walletId, changeIndex);
  await insertPsbt(trx, built);
  return built;
}

/** The current PSBT that pays exactly these refunds; null if there is none. */
export function currentOf(
  newest: Awaited<ReturnType<typeof newestPsbts>>,
  refundIds: readonly string[],
): RefundPsbt | null {
  const found = newest.get(refundIds[0] ?? '');
  return found?.isCurrent === true && isSame(found.refundIds, refundIds) ? found : null;
}

export function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}

// Stores a PSBT in one commit with the checks that keep two refunds from sharing a coin, and a refund from being paid
// twice.
import { conflictsWithEach } from '../../../../io/chains/spends/conflicting-coins.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { reserveForChange } from '../../../receiving/addresses/ownership/owner-store.ts';
import { lockRefunds } from '../refund-store.ts';
import {
  earlierPsbts,
  insertPsbt,
  isStillFree,
  type KeyState,
  keyState,
  newestPsbts,
  type RefundPsbt,
} from './psbt-store.ts';

/** From what a PSBT was built. */
export interface BuiltFrom extends Pick<KeyState, 'nextIndex' | 'nextChange'> {
  /** The address at which a key without a change branch gets its change; null for other keys, and without change. */
  readonly changeAddress: string | null;
}

/**
 * `from`: the state of the key from which the PSBT was built. Returns the PSBT, or one for the same refunds that
 * another commit stored meanwhile. Returns null if a refund, a coin or the key's next child changed, or if an earlier
 * PSBT of one of its refunds has no coin in common with it.
 */
export async function storeBuilt(trx: Queryable, built: RefundPsbt, from: BuiltFrom): Promise<RefundPsbt | null> {
  const { walletId, refundIds, changeIndex } = built;
  requireOnce(refundIds);
  await lockRefunds(trx, refundIds);
  const state = await keyState(trx, walletId, refundIds, true);
  const same = currentOf(await newestPsbts(trx, refundIds), refundIds);
  if (same !== null) return same;
  if (state.nextIndex !== from.nextIndex || state.nextChange !== from.nextChange) return null;
  if (!(await isStillFree(trx, built))) return null;
  const earlier = (await earlierPsbts(trx, refundIds)).map(({ inputs }) => inputs);
  if (!conflictsWithEach(built.inputs, earlier)) return null;
  const { changeAddress: address } = from;
  if (address !== null && changeIndex !== null) await reserveForChange(trx, walletId, { index: changeIndex, address });
  await insertPsbt(trx, built);
  return built;
}

/** Throws if a PSBT would pay a refund twice. */
export function requireOnce(refundIds: readonly string[]): void {
  const once = new Set(refundIds.map((id) => id.toLowerCase()));
  if (once.size !== refundIds.length) throw new Error('a PSBT names one refund twice');
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

// After a failover or a point-in-time restore: skips all addresses that may have been shown, and watches them.
import type { NetworkFacts } from '../../../io/chains/chain.ts';
import type { Database } from '../../../io/db/database.ts';
import { type Skipped, skipShownIndices } from '../../receiving/addresses/skip-shown-indices.ts';
import { lastMarkAt, lockStanding, recordRecovered, type Standing } from './standing-store.ts';

export interface RecoveryParts {
  readonly db: Database;
  /** By symbol. */
  readonly networks: ReadonlyMap<string, NetworkFacts>;
  readonly now: Date;
}

/** Whether the server, or its timeline, differs from the recorded one. */
export function isPromoted({ system, systemNow, timeline, timelineNow }: Standing): boolean {
  const differ = <T>(before: T | null, now: T | null) => before !== null && now !== null && before !== now;
  return differ(system, systemNow) || differ(timeline, timelineNow);
}

/** Increases from one recovery to the next, on any server. */
export function generationAt(now: Date): bigint {
  return BigInt(now.getTime()) * 1000n;
}

/**
 * Moves every extended public key ahead, by `count` addresses or by an estimate from earlier use (at least 1,000).
 * Watches the skipped addresses and allows quotes again, all in one commit. Returns null if `onlyIf` no longer holds
 * because another process was faster.
 */
export function recoverDatabase(
  { db, networks, now }: RecoveryParts,
  { count = null, onlyIf = () => true }: { count?: number | null; onlyIf?: (standing: Standing) => boolean } = {},
): Promise<readonly Skipped[] | null> {
  return db.atomically(async (trx) => {
    if (!onlyIf(await lockStanding(trx))) return null;
    const backupAt = (await lastMarkAt(trx)) ?? now;
    const skipped = await skipShownIndices(trx, { backupAt, now, count }, networks);
    await recordRecovered(trx, generationAt(now), now);
    return skipped;
  });
}

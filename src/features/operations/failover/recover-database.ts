// After a failover, or a restore to a point in time: no address that may have been shown is shown again, all are
// watched.
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

/** Whether another server, or another history of the same one, answers than the one that was recorded. */
export function isPromoted({ system, systemNow, timeline, timelineNow }: Standing): boolean {
  const differ = <T>(before: T | null, now: T | null) => before !== null && now !== null && before !== now;
  return differ(system, systemNow) || differ(timeline, timelineNow);
}

/** Grows from one recovery to the next, on whatever server. */
export function generationAt(now: Date): bigint {
  return BigInt(now.getTime()) * 1000n;
}

/**
 * Moves every extended public key ahead and watches what it skips, by `count` addresses or the pace of before (at least
 * 1,000), and lets quotes go on: all in one commit. Null where `onlyIf` no longer holds: another process was faster.
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

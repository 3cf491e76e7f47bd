// Chooses at each tick how closely a network is read, and records the time of the next look.
import { paceOf, type SyncPace } from '../../../../core/payment/sync-pace.ts';
import { readActivity, recordAwaited, recordNextLook } from '../../../known/networks/activity-store.ts';
import type { SyncContext } from '../sync-session.ts';

/** A process that starts considers the activity of this period. */
const firstReadMillis = 3_600_000;
/** An attempt is committed at most this long after its id was made, including the difference between two clocks. */
const commitMillis = 10_000;

export async function takePace({ instance, session }: SyncContext): Promise<SyncPace> {
  const { network, sweep } = session;
  const now = instance.clock.now();
  const readAt = sweep.activityReadAt?.getTime() ?? now.getTime() - firstReadMillis;
  const activity = await readActivity(instance.db, network.id, { now, since: new Date(readAt - commitMillis) });
  sweep.activityReadAt = now;
  if (activity.awaitedAt === now.getTime() && sweep.awaitedPace.isDue) {
    await recordAwaited(instance.db, network.id, now);
    sweep.awaitedPace.restart();
  }
  return paceOf(activity, network.idleMillis, now.getTime());
}

/** Whether it is too early to look again. A change of pace is never too early. */
export function isTooEarly({ session }: SyncContext, pace: SyncPace): boolean {
  const { lookedAt, lastPace } = session.sweep;
  if (pace.kind === 'follow' || pace.kind !== lastPace || lookedAt === null) return false;
  return pace.kind === 'rest' || performance.now() - lookedAt < pace.everyMillis;
}

/**
 * Records a successful look. A failed look records nothing, so that an unreachable network is soon shown as
 * unavailable.
 */
export async function recordLook({ instance, session }: SyncContext, pace: SyncPace): Promise<void> {
  const { network, sweep } = session;
  const isFollowed = pace.kind === 'follow';
  if (!isFollowed || sweep.lastPace !== 'follow') {
    const pause = pace.kind === 'sweep' ? pace.everyMillis : Number.POSITIVE_INFINITY;
    await recordNextLook(instance.db, network.id, isFollowed ? null : pause);
  }
  sweep.lookedAt = performance.now();
  sweep.lastPace = pace.kind;
}

// Decides at each tick how closely its network is looked at, and lets others know when it is looked at next.
import { paceOf, type SyncPace } from '../../../../core/payment/sync-pace.ts';
import { readActivity, recordAwaited, recordNextLook } from '../../../known/networks/activity-store.ts';
import type { SyncContext } from '../sync-session.ts';

/** How far back a process looks that starts. */
const firstReadMillis = 3_600_000;
/** An attempt is committed so long after its id was made, at most, by a clock that is so far from ours. */
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

/** Whether it is not yet time to look again: at another pace than the last time it always is. */
export function isTooEarly({ session }: SyncContext, pace: SyncPace): boolean {
  const { lookedAt, lastPace } = session.sweep;
  if (pace.kind === 'follow' || pace.kind !== lastPace || lookedAt === null) return false;
  return pace.kind === 'rest' || performance.now() - lookedAt < pace.everyMillis;
}

/**
 * What a look that succeeded ends with: one that fails records nothing, so that a network that cannot be asked is soon
 * shown as away.
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

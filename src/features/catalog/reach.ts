// Which networks answer right now, as the process that follows them notes it.
import type { Queryable } from '../../io/db/database.ts';
import { listReached } from '../payments/cursor-store.ts';

export interface Reach {
  isReached(networkId: string): boolean;
}

/** For those who do not care. */
export const everywhere: Reach = { isReached: () => true };

const lookMillis = 1_000;
/** The follower notes a head every 5 s at the latest; three missed notes and the network counts as away. */
const withinSeconds = 20;

/** Looks every second until stopped. While the database is away the last answer stands. */
export async function watchReach(db: Queryable): Promise<Reach & { stop(): void }> {
  let reached = new Set(await listReached(db, withinSeconds));
  const look = async () => {
    reached = new Set(await listReached(db, withinSeconds));
  };
  const timer = setInterval(() => void look().catch(() => undefined), lookMillis).unref();
  return { isReached: (networkId) => reached.has(networkId), stop: () => clearInterval(timer) };
}

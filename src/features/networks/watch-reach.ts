// Looks each second at which networks answer and which assets can be paid with, as the process that follows them noted it.
import type { Queryable } from '../../io/db/database.ts';
import type { StopReason } from '../catalog/catalog.ts';
import type { Reach } from '../catalog/reach.ts';
import { listStopped } from '../catalog/store.ts';
import { listBlocked } from './blocklist-store.ts';
import { listStanding, type NetworkStanding } from './cursor-store.ts';

const none: ReadonlySet<string> = new Set();
const lookMillis = 1_000;
/** The follower notes a head every 5 s at the latest; three missed notes and the network counts as away. */
const withinSeconds = 20;

/** Looks every second until stopped. While the database is away the last answer stands. */
export async function watchReach(db: Queryable): Promise<Reach & { stop(): void }> {
  let standing: ReadonlyMap<string, NetworkStanding> = new Map();
  let stopped: ReadonlyMap<string, StopReason> = new Map();
  let blocked: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  const look = async () => {
    [standing, stopped] = [await listStanding(db, withinSeconds), await listStopped(db)];
    const byAsset = Map.groupBy(await listBlocked(db), ({ assetId }) => assetId);
    blocked = new Map([...byAsset].map(([id, places]) => [id, new Set(places.map(({ address }) => address))]));
  };
  await look();
  const timer = setInterval(() => void look().catch(() => undefined), lookMillis).unref();
  return {
    isReached: (networkId) => standing.get(networkId)?.isReached ?? false,
    finalityAgeSeconds: (networkId) => standing.get(networkId)?.finalityAgeSeconds ?? null,
    internalTransfers: (networkId) => standing.get(networkId)?.internalTransfers ?? null,
    whyStopped: (assetId) => stopped.get(assetId) ?? null,
    blockedAddresses: (assetId) => blocked.get(assetId) ?? none,
    stop: () => clearInterval(timer),
  };
}

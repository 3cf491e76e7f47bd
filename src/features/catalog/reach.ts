// Which networks answer right now, as the process that follows them notes it.
import type { Queryable } from '../../io/db/database.ts';
import { listBlocked } from '../addresses/blocklist/blocklist-store.ts';
import { listStanding, type NetworkStanding } from '../payments/cursor-store.ts';
import type { InternalTransfers, StopReason } from './catalog.ts';
import { listStopped } from './store.ts';

export interface Reach {
  isReached(networkId: string): boolean;
  /** For how long, on the chain's clock, what its nodes call final has not moved; null where nobody knows. */
  finalityAgeSeconds(networkId: string): number | null;
  internalTransfers(networkId: string): InternalTransfers | null;
  /** Why nobody can pay with this asset; null for one that is well. */
  whyStopped(assetId: string): StopReason | null;
  /** Merchants' addresses, canonical, that the issuer of this asset has blocked. */
  blockedAddresses(assetId: string): ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/** For those who do not care. */
export const everywhere: Reach = {
  isReached: () => true,
  finalityAgeSeconds: () => null,
  internalTransfers: () => null,
  whyStopped: () => null,
  blockedAddresses: () => none,
};

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

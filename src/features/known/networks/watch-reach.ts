// Reads every second which networks are reachable and which assets can be paid with, as recorded by the processes that
// follow them.
import type { Queryable } from '../../../io/db/database.ts';
import type { Reach } from '../catalog/availability.ts';
import type { StopReason } from '../catalog/catalog.ts';
import { listStopped } from '../catalog/store.ts';
import { listBlocked } from './blocklist-store.ts';
import { listStatus, type NetworkStatus } from './status-store.ts';

const none: ReadonlySet<string> = new Set();
const lookMillis = 1_000;
/** A head is recorded at least every 5 s. The network counts as unreachable after three missed records. */
const withinSeconds = 20;

export interface WatchedReach extends Reach {
  /** Reads the state now, to see what was just recorded. Rejects if the query fails. */
  look(): Promise<void>;
  stop(): void;
}

/** Reads every second until stopped. While the database is unreachable, the last state is kept. */
export async function watchReach(db: Queryable): Promise<WatchedReach> {
  let status: ReadonlyMap<string, NetworkStatus> = new Map();
  let stopped: ReadonlyMap<string, StopReason> = new Map();
  let blocked: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  const look = async () => {
    [status, stopped] = [await listStatus(db, withinSeconds), await listStopped(db)];
    const byAsset = Map.groupBy(await listBlocked(db), ({ assetId }) => assetId);
    blocked = new Map([...byAsset].map(([id, places]) => [id, new Set(places.map(({ address }) => address))]));
  };
  await look();
  const timer = setInterval(() => void look().catch(() => undefined), lookMillis).unref();
  return {
    isReached: (networkId) => status.get(networkId)?.isReached ?? false,
    finalityAgeSeconds: (networkId) => status.get(networkId)?.finalityAgeSeconds ?? null,
    internalTransfers: (networkId) => status.get(networkId)?.internalTransfers ?? null,
    transferFees: (networkId) => status.get(networkId)?.transferFees ?? null,
    whyStopped: (assetId) => stopped.get(assetId) ?? null,
    blockedAddresses: (assetId) => blocked.get(assetId) ?? none,
    look,
    stop: () => clearInterval(timer),
  };
}

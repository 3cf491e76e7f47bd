// What a process holds while it follows a network.
import type { Chain, WatchedSet } from '../../io/chains/chain.ts';
import type { DerivedAddress } from '../addresses/derived-store.ts';
import type { Network } from '../catalog/catalog.ts';
import type { PaidPlace } from '../networks/blocklist-store.ts';
import type { InnerMemory } from './balance-probe/probe-memory.ts';
import type { LookMemory } from './mempool/mempool-memory.ts';
import type { Jury } from './quorum/endpoint-quorum.ts';

/** One process's hold on one network. */
export interface Follower {
  readonly network: Network;
  readonly chain: Chain;
  /** Names this process in the lease. */
  readonly owner: string;
  readonly watched: WatchedSet;
  /** Up to where `watched` is complete: a database horizon, '0' at first. */
  horizon: string;
  /** When a head was last noted, on performance.now()'s clock: the clock of the day may be set back, and nothing must stop then. */
  notedAt: number;
  /** When the network's finality was last looked at, likewise. */
  standingAt: number;
  /** When its tokens were last asked what they are, likewise. */
  tokensAt: number;
  /** Up to which of the merchants' addresses they were last asked whether they block it; null for all. */
  blocklistPlace: PaidPlace | null;
  /** The block up to which confirmations and deadlines were settled by this process. */
  settled: string | null;
  readonly memory: LookMemory;
  readonly ahead: Ahead;
  readonly inner: InnerMemory;
  /** Its endpoints, each asked on its own. */
  readonly jury: Jury;
}

/** What is watched without having been shown, by address. */
export interface Ahead {
  places: ReadonlyMap<string, DerivedAddress>;
  /** When it was last brought up to date, on performance.now()'s clock. */
  at: number;
}

export function nothingAhead(): Ahead {
  return { places: new Map(), at: Number.NEGATIVE_INFINITY };
}

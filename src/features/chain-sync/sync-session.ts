// What a process holds while it reads a network: what belongs to the whole, and what each part remembers for itself.
import { ClockLag } from '../../core/payment/evidence/clock-lag.ts';
import type { Chain, NetworkFacts } from '../../io/chains/chain.ts';
import { type Every, every } from '../../io/every.ts';
import type { Network } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import { emptyProbeMemory, type ProbeMemory } from './balance-probe/probe-memory.ts';
import { emptyMempoolMemory, type MempoolMemory } from './mempool/mempool-memory.ts';
import { type EndpointQuorum, endpointQuorum } from './quorum/endpoint-quorum.ts';
import { type TokenCheckMemory, tokensChecked } from './token-checks/token-check-memory.ts';
import type { WatchedAddresses } from './watched-addresses.ts';

/** One process's session with one network. */
export interface SyncSession {
  readonly network: Network;
  readonly chain: Chain;
  /** Names this process in the lease. */
  readonly owner: string;
  /** Shared with the other networks whose addresses are the same. */
  readonly watched: WatchedAddresses;
  readonly status: StatusMemory;
  readonly mempool: MempoolMemory;
  readonly probe: ProbeMemory;
  readonly quorum: EndpointQuorum;
  readonly tokens: TokenCheckMemory;
  readonly settled: SettledMemory;
  readonly clockLag: ClockLag;
}

/** What every part of the room works with. */
export interface SyncContext {
  readonly instance: Instance;
  readonly session: SyncSession;
}

/** What a tick came to: all is read, more is to be read at once, another process has the network, or it is halted. */
export type Tick = 'current' | 'more' | 'elsewhere' | 'halted';

/** The newest block that was read. */
export interface BlockReached {
  readonly number: number;
  readonly hash: string;
  /** On the chain's clock, in Unix seconds. */
  readonly time: number;
}

/** How often the head and the status of the network are recorded while nothing else happens. */
export interface StatusMemory {
  readonly head: Every;
  readonly status: Every;
}

/** The block up to which this process settled confirmations and deadlines; null to settle again. */
export interface SettledMemory {
  blockHash: string | null;
}

const headMillis = 5_000;
const statusMillis = 15_000;

export function openSession(
  instance: Instance,
  { network, chain, watched }: Pick<SyncSession, 'network' | 'chain' | 'watched'>,
  openChain: (facts: NetworkFacts) => Chain,
): SyncSession {
  return {
    ...{ network, chain, watched },
    owner: instance.newId(),
    status: { head: every(headMillis), status: every(statusMillis) },
    mempool: emptyMempoolMemory(),
    probe: emptyProbeMemory(),
    quorum: endpointQuorum(network, openChain),
    tokens: tokensChecked(),
    settled: { blockHash: null },
    clockLag: new ClockLag(),
  };
}

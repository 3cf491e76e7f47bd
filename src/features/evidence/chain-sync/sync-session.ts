// State that a process holds while it reads a network: shared state, and the state of each part.
import { ClockLag } from '../../../core/payment/evidence/clock-lag.ts';
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import type { Chain, NetworkFacts } from '../../../io/chains/chain.ts';
import { type Every, every } from '../../../io/timing/throttle.ts';
import type { Instance } from '../../instance.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { type OutgoingWatch, outgoingWatch } from '../outgoing/outgoing-watch.ts';
import { emptyProbeMemory, type ProbeMemory } from './balance-probe/probe-memory.ts';
import { emptyMempoolMemory, type MempoolMemory } from './mempool/mempool-memory.ts';
import { type EndpointQuorum, endpointQuorum } from './quorum/endpoint-quorum.ts';
import { emptySweepMemory, type SweepMemory } from './sweep/sweep-memory.ts';
import { type TokenCheckMemory, tokensChecked } from './token-checks/token-check-memory.ts';
import type { WatchedAddresses } from './watched-addresses.ts';

/** The session of one process with one network. */
export interface SyncSession {
  readonly network: Network;
  readonly chain: Chain;
  /** The name of this process in its leases. */
  readonly owner: string;
  /** Shared with other networks that use the same addresses. */
  readonly watched: WatchedAddresses;
  readonly outgoing: OutgoingWatch;
  readonly status: StatusMemory;
  readonly mempool: MempoolMemory;
  readonly probe: ProbeMemory;
  readonly awaited: AwaitedMemory;
  readonly secondPass: SecondPassMemory;
  readonly quorum: EndpointQuorum;
  readonly tokens: TokenCheckMemory;
  /** The interval for reading the fees. */
  readonly fees: Every;
  readonly settled: SettledMemory;
  readonly clockLag: ClockLag;
  readonly sweep: SweepMemory;
  /** The newest block seen; null before the first. */
  newest: BlockHeader | null;
}

/** The context of every function in this folder. */
export interface SyncContext {
  readonly instance: Instance;
  readonly session: SyncSession;
}

/**
 * The result of a tick. current: all blocks are read. more: further blocks can be read at once. elsewhere: another
 * process has the network. halted: the network is halted. idle: it is too early to look again.
 */
export type Tick = 'current' | 'more' | 'elsewhere' | 'halted' | 'idle';

/** The newest block that was read. */
export interface BlockReached {
  readonly number: number;
  readonly hash: string;
  /** The chain's median time past, in Unix seconds; 0 if it is not known. */
  readonly time: number;
}

/** The intervals for recording the head and the status of a network, and for checking a halted one. */
export interface StatusMemory {
  readonly head: Every;
  readonly status: Every;
  /** The interval for the status while finality seems to stall. */
  readonly stalling: Every;
  /** The chain time, in Unix seconds, from which finality counts as stalled if it does not move before. */
  stallsFrom: number;
  readonly halt: Every;
}

/** The recipients that are awaited or were awaited recently. */
export interface AwaitedMemory {
  /** The time at which each was last awaited, by performance.now(). */
  readonly lately: Map<string, number>;
}

/** The block up to which the second pass came, and the number of passes. */
export interface SecondPassMemory {
  readonly pace: Every;
  upTo: number | null;
  turn: number;
}

/** The block up to which this process handled confirmations and deadlines; null to handle it again. */
export interface SettledMemory {
  /** The interval at which it is handled again without a new block. */
  readonly pace: Every;
  blockHash: string | null;
}

const headMillis = 5_000;
const statusMillis = 60_000;
const stallingMillis = 15_000;
const haltMillis = 60_000;
const settleMillis = 1_000;
/** Each reading takes one call. */
const feesMillis = 1_200_000;
/** The interval of the second pass, which takes two calls. On a network with faster polling it runs every 50 polls. */
const secondPassMillis = 300_000;

function emptyStatusMemory(): StatusMemory {
  const [head, status, stalling] = [every(headMillis), every(statusMillis), every(stallingMillis)];
  return { head, status, stalling, stallsFrom: Number.POSITIVE_INFINITY, halt: every(haltMillis) };
}

export function openSession(
  { network, chain, watched, owner }: Pick<SyncSession, 'network' | 'chain' | 'watched' | 'owner'>,
  openChain: (facts: NetworkFacts) => Chain,
): SyncSession {
  return {
    network,
    chain,
    watched,
    owner,
    outgoing: outgoingWatch,
    status: emptyStatusMemory(),
    mempool: emptyMempoolMemory(),
    probe: emptyProbeMemory(),
    secondPass: { pace: every(Math.min(secondPassMillis, 50 * network.pollIntervalMs)), upTo: null, turn: 0 },
    awaited: { lately: new Map() },
    quorum: endpointQuorum(network, openChain),
    tokens: tokensChecked(),
    fees: every(feesMillis),
    settled: { blockHash: null, pace: every(settleMillis) },
    clockLag: new ClockLag(),
    sweep: emptySweepMemory(),
    newest: null,
  };
}

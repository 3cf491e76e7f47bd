// What a process holds while it reads a network: what belongs to the whole, and what each part remembers for itself.
import { ClockLag } from '../../../core/payment/evidence/clock-lag.ts';
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import type { Chain, NetworkFacts } from '../../../io/chains/chain.ts';
import { type Every, every } from '../../../io/throttle.ts';
import type { Instance } from '../../instance.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { type OutgoingWatch, outgoingWatch } from '../outgoing/outgoing-watch.ts';
import { emptyProbeMemory, type ProbeMemory } from './balance-probe/probe-memory.ts';
import { emptyMempoolMemory, type MempoolMemory } from './mempool/mempool-memory.ts';
import { type EndpointQuorum, endpointQuorum } from './quorum/endpoint-quorum.ts';
import { emptySweepMemory, type SweepMemory } from './sweep/sweep-memory.ts';
import { type TokenCheckMemory, tokensChecked } from './token-checks/token-check-memory.ts';
import type { WatchedAddresses } from './watched-addresses.ts';

/** One process's session with one network. */
export interface SyncSession {
  readonly network: Network;
  readonly chain: Chain;
  /** Names this process in its leases; it attends under that name. */
  readonly owner: string;
  /** Shared with the other networks whose addresses are the same. */
  readonly watched: WatchedAddresses;
  readonly outgoing: OutgoingWatch;
  readonly status: StatusMemory;
  readonly mempool: MempoolMemory;
  readonly probe: ProbeMemory;
  readonly awaited: AwaitedMemory;
  readonly secondPass: SecondPassMemory;
  readonly quorum: EndpointQuorum;
  readonly tokens: TokenCheckMemory;
  /** How often it is asked what sending costs. */
  readonly fees: Every;
  readonly settled: SettledMemory;
  readonly clockLag: ClockLag;
  readonly sweep: SweepMemory;
  /** The newest block that was shown; null before the first. */
  newest: BlockHeader | null;
}

/** What every part of the room works with. */
export interface SyncContext {
  readonly instance: Instance;
  readonly session: SyncSession;
}

/**
 * What a tick came to: all is read, more is to be read at once, another process has the network, it is halted, or it is
 * not yet time to look again.
 */
export type Tick = 'current' | 'more' | 'elsewhere' | 'halted' | 'idle';

/** The newest block that was read. */
export interface BlockReached {
  readonly number: number;
  readonly hash: string;
  /** The chain's median time past, in Unix seconds; 0 where it is not known. */
  readonly time: number;
}

/**
 * How often the head and the status of the network are recorded while nothing else happens, and how often a halted one
 * is looked at.
 */
export interface StatusMemory {
  readonly head: Every;
  readonly status: Every;
  /** How often that is while what is final seems to stall. */
  readonly stalling: Every;
  /** From which time of the chain, in Unix seconds, it seems to stall if it has not moved by then. */
  stallsFrom: number;
  readonly halt: Every;
}

/** The recipients that somebody waits for, or did lately. */
export interface AwaitedMemory {
  /** When each of them was awaited last, on performance.now()'s clock. */
  readonly lately: Map<string, number>;
}

/** Up to which block the second pass came, and how many of them there were. */
export interface SecondPassMemory {
  readonly pace: Every;
  upTo: number | null;
  turn: number;
}

/** The block up to which this process settled confirmations and deadlines; null to settle again. */
export interface SettledMemory {
  /** How often it is settled again while no block comes. */
  readonly pace: Every;
  blockHash: string | null;
}

const headMillis = 5_000;
const statusMillis = 60_000;
const stallingMillis = 15_000;
const haltMillis = 60_000;
const settleMillis = 1_000;
/** One call each time. */
const feesMillis = 1_200_000;
/** How often blocks are looked at again: two calls each time. On a network that is polled faster, after 50 polls. */
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

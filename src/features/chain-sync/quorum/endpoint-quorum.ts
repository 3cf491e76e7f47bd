// The endpoints of a network, each asked by itself, and what is remembered of how far they agree.
import { type Chain, ChainFault, type NetworkFacts } from '../../../io/chains/chain.ts';
import { endpointNames } from '../../../io/chains/endpoint.ts';
import { type Every, every } from '../../../io/every.ts';
import type { Network } from '../../catalog/catalog.ts';

/** One endpoint behind a reader of its own, so that no other one answers in its place. */
export interface SingleEndpoint {
  /** As the network's pool of endpoints names it. */
  readonly name: string;
  readonly chain: Chain;
}

export interface EndpointQuorum {
  readonly endpoints: readonly SingleEndpoint[];
  /** What most endpoints, or as many, say against the chain that was read; while it stands, nothing is credited. */
  dispute: string | null;
  /**
   * By number, the blocks of which endpoints have different transfers and none a majority, each with a sentence about
   * it.
   */
  readonly disputedBlocks: Map<number, string>;
  /** How many payments have their confirmations and wait for endpoints to agree. */
  heldPayments: number;
  /** Up to here, blocks were read again by other endpoints. */
  readUpTo: number | null;
  readonly samplePace: Every;
  readonly comparePace: Every;
  readonly recordPace: Every;
  /** Which endpoint is the next to read a block again. */
  turn: number;
  /** How often in a row an endpoint named another block than most. */
  readonly disagreements: Map<string, { readonly count: number; readonly pace: Every }>;
}

const sampleMillis = 30_000;
const compareMillis = 10_000;
const recordMillis = 5_000;

/** `open` makes a reader of the network by these facts; no socket is opened until an endpoint is asked. */
export function endpointQuorum({ facts, rpc }: Network, open: (facts: NetworkFacts) => Chain): EndpointQuorum {
  const names = endpointNames(rpc);
  const endpoints = rpc.map((url, at) => ({
    name: names[at] as string,
    chain: open({ ...facts, rpc: [url] }),
  }));
  return {
    endpoints,
    ...{ dispute: null, heldPayments: 0, readUpTo: null, turn: 0 },
    samplePace: every(sampleMillis),
    comparePace: every(compareMillis),
    recordPace: every(recordMillis),
    disputedBlocks: new Map(),
    disagreements: new Map(),
  };
}

export async function closeQuorum({ endpoints }: EndpointQuorum): Promise<void> {
  await Promise.all(endpoints.map(({ chain }) => chain.close()));
}

/** The endpoints whose votes count: all that are not in quarantine. */
export function votersOf({
  quorum,
  chain,
}: {
  readonly quorum: EndpointQuorum;
  readonly chain: Chain;
}): readonly SingleEndpoint[] {
  const health = chain.endpoints?.health ?? [];
  const quarantined = health.filter(({ state }) => state === 'quarantined').map(({ name }) => name);
  return quorum.endpoints.filter(({ name }) => !quarantined.includes(name));
}

/** What the endpoints do not agree on, for operators; null where they do. */
export function disputeOf({ dispute, disputedBlocks }: EndpointQuorum): string | null {
  return dispute ?? [...disputedBlocks.values()].at(-1) ?? null;
}

const patienceMillis = 5_000;

/** Asks them all at once. An endpoint that fails, or takes longer than five seconds, answers null. */
export function askEach<T>(
  endpoints: readonly SingleEndpoint[],
  ask: (chain: Chain, signal: AbortSignal) => Promise<T>,
): Promise<{ readonly endpoint: string; readonly answer: T | null }[]> {
  return Promise.all(
    endpoints.map(async ({ name, chain }) => {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), patienceMillis);
      const isLate = new Promise<null>((resolve) => late.signal.addEventListener('abort', () => resolve(null)));
      try {
        return { endpoint: name, answer: await Promise.race([ask(chain, late.signal), isLate]) };
      } catch (fault) {
        if (fault instanceof ChainFault || late.signal.aborted) return { endpoint: name, answer: null };
        throw fault;
      } finally {
        clearTimeout(timer);
      }
    }),
  );
}

// The endpoints of a network, each asked by itself, and what is remembered of how far they agree.
import type { BlockHeader, Transfer } from '../../../../core/payment/transfer.ts';
import { type Chain, ChainFault, type NetworkFacts } from '../../../../io/chains/chain.ts';
import { endpointNames } from '../../../../io/chains/endpoint.ts';
import type { EndpointHealth } from '../../../../io/chains/endpoint-health.ts';
import { type Every, every } from '../../../../io/throttle.ts';
import type { Network } from '../../../known/catalog/catalog.ts';

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
  /** Of which kinds of evidence too few endpoints tell for the quorum, each as a sentence. */
  lacks: readonly string[];
  readonly abilityPace: Every;
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
/** Operators change their nodes. */
const abilityMillis = 600_000;

/** `open` makes a reader of the network by these facts; no socket is opened until an endpoint is asked. */
export function endpointQuorum({ facts, rpc }: Network, open: (facts: NetworkFacts) => Chain): EndpointQuorum {
  const names = endpointNames(rpc);
  const endpoints = rpc.map((url, at) => ({
    name: names[at] as string,
    chain: open({ ...facts, rpc: [url] }),
  }));
  return {
    endpoints,
    dispute: null,
    heldPayments: 0,
    lacks: [],
    readUpTo: null,
    turn: 0,
    abilityPace: every(abilityMillis),
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

/** The endpoints whose votes count: all that are neither in quarantine nor another chain. */
export function votersOf({
  quorum,
  chain,
}: {
  readonly quorum: EndpointQuorum;
  readonly chain: Chain;
}): readonly SingleEndpoint[] {
  const health = chain.endpoints?.health ?? [];
  const isOut = ({ state }: EndpointHealth) => state === 'quarantined' || state === 'wrong_chain';
  const out = health.filter(isOut).map(({ name }) => name);
  return quorum.endpoints.filter(({ name }) => !out.includes(name));
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

type Moved = Pick<Transfer, 'txHash' | 'recipient' | 'amount'>;

/**
 * Whether the balances of this very block have room for all of these, and their chain transactions succeeded in it.
 * False where the endpoint tells no balances.
 */
export async function confirmsInternal(
  { balances }: Pick<Chain, 'balances'>,
  moved: readonly Moved[],
  block: Pick<BlockHeader, 'number' | 'hash'>,
  signal: AbortSignal = AbortSignal.timeout(patienceMillis),
): Promise<boolean> {
  if (balances === undefined) return false;
  for (const [recipient, same] of Map.groupBy(moved, (one) => one.recipient)) {
    // Each has its chain transaction; the room is needed for all of them together.
    const amount = same.reduce((sum, one) => sum + one.amount, 0n);
    for (const { txHash } of same)
      if (!(await orNone(balances.confirms({ txHash, recipient, amount }, block, signal), false))) return false;
  }
  return true;
}

/** Whether the endpoint tells the balance of this address at this very block. */
export async function hasBalances(
  { balances }: Pick<Chain, 'balances'>,
  { number, hash }: Pick<BlockHeader, 'number' | 'hash'>,
  address: string,
): Promise<boolean> {
  if (balances === undefined) return false;
  const answer = balances.at({ number, hash }, [address], AbortSignal.timeout(patienceMillis));
  return (await orNone(answer, null)) !== null;
}

/** A fault of the endpoint is no vote. */
async function orNone<T>(answer: Promise<T>, none: T): Promise<T> {
  try {
    return await answer;
  } catch (fault) {
    if (fault instanceof ChainFault || (fault as Error).name === 'TimeoutError') return none;
    throw fault;
  }
}

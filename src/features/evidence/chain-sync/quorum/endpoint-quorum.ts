// The endpoints of a network, which can be asked separately, and the state of their agreement.
import type { BlockHeader, Transfer } from '../../../../core/payment/transfer.ts';
import { type Chain, ChainFault, type NetworkFacts } from '../../../../io/chains/chain.ts';
import { endpointNames } from '../../../../io/chains/endpoint.ts';
import type { EndpointHealth } from '../../../../io/chains/endpoint-health.ts';
import { type Every, every } from '../../../../io/timing/throttle.ts';
import type { Network } from '../../../known/catalog/catalog.ts';

/** One endpoint with a reader of its own, so that no other endpoint can answer instead. */
export interface SingleEndpoint {
  /** The name in the network's endpoint pool. */
  readonly name: string;
  readonly chain: Chain;
}

export interface EndpointQuorum {
  readonly endpoints: readonly SingleEndpoint[];
  /**
   * The disagreement of at least half of the endpoints with the blocks read, as a sentence. While it is set, nothing is
   * credited.
   */
  dispute: string | null;
  /** By number, the blocks for which endpoints report different transfers without a majority, each with a sentence. */
  readonly disputedBlocks: Map<number, string>;
  /** The number of payments that have their confirmations and wait for endpoints to agree. */
  heldPayments: number;
  /** The kinds of evidence that too few endpoints provide for the quorum, each as a sentence. */
  lacks: readonly string[];
  readonly abilityPace: Every;
  /** The height up to which blocks were read again by other endpoints. */
  readUpTo: number | null;
  readonly samplePace: Every;
  readonly comparePace: Every;
  readonly recordPace: Every;
  /** Selects the next endpoint to read a block again. */
  turn: number;
  /** How often in a row an endpoint named another block than most others. */
  readonly disagreements: Map<string, { readonly count: number; readonly pace: Every }>;
}

const sampleMillis = 30_000;
const compareMillis = 10_000;
const recordMillis = 5_000;
/** Repeated because operators change their nodes. */
const abilityMillis = 600_000;

/** `open` makes a reader of the network from these facts. It connects only when an endpoint is first asked. */
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

/** Returns the endpoints with a vote: those neither in quarantine nor on another chain. */
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

/** Returns the current disagreement for operators; null if there is none. */
export function disputeOf({ dispute, disputedBlocks }: EndpointQuorum): string | null {
  return dispute ?? [...disputedBlocks.values()].at(-1) ?? null;
}

const patienceMillis = 5_000;

/** Asks all endpoints at once. The answer of an endpoint that fails or takes longer than five seconds is null. */
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
 * Returns whether the endpoint confirms all of these internal transfers: the balances of this block must allow their
 * sum, and the chain transactions must have succeeded in it. False if the endpoint reports no balances.
 */
export async function confirmsInternal(
  { balances }: Pick<Chain, 'balances'>,
  moved: readonly Moved[],
  block: Pick<BlockHeader, 'number' | 'hash'>,
  signal: AbortSignal = AbortSignal.timeout(patienceMillis),
): Promise<boolean> {
  if (balances === undefined) return false;
  for (const [recipient, same] of Map.groupBy(moved, (one) => one.recipient)) {
    // Each has its own chain transaction, but the increase of the balance must cover all of them.
    const amount = same.reduce((sum, one) => sum + one.amount, 0n);
    for (const { txHash } of same)
      if (!(await orNone(balances.confirms({ txHash, recipient, amount }, block, signal), false))) return false;
  }
  return true;
}

/** Returns whether the endpoint reports the balance of this address at this block. */
export async function hasBalances(
  { balances }: Pick<Chain, 'balances'>,
  { number, hash }: Pick<BlockHeader, 'number' | 'hash'>,
  address: string,
): Promise<boolean> {
  if (balances === undefined) return false;
  const answer = balances.at({ number, hash }, [address], AbortSignal.timeout(patienceMillis));
  return (await orNone(answer, null)) !== null;
}

/** A faulty endpoint has no vote. */
async function orNone<T>(answer: Promise<T>, none: T): Promise<T> {
  try {
    return await answer;
  } catch (fault) {
    if (fault instanceof ChainFault || (fault as Error).name === 'TimeoutError') return none;
    throw fault;
  }
}

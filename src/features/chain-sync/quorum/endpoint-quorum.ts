// The endpoints of a network, each asked on its own: what the process that follows the network knows of their agreement.
import { type Chain, ChainFault, type NetworkFacts } from '../../../io/chains/chain.ts';
import { endpointNames } from '../../../io/chains/endpoint.ts';
import type { Network } from '../../catalog/catalog.ts';

/** One endpoint behind a reader of its own, so that nobody answers in its place. */
export interface Witness {
  /** As the network's pool of endpoints names it. */
  readonly name: string;
  readonly chain: Chain;
}

export interface Jury {
  readonly witnesses: readonly Witness[];
  /** What most endpoints, or as many, say against the chain that was read; while it stands, nothing is credited. */
  dispute: string | null;
  /** Blocks of which the endpoints tell different transfers, none with a majority, each with what is told of it. */
  readonly doubts: Map<number, string>;
  /** How many payments have their confirmations and wait for endpoints to agree. */
  heldPayments: number;
  /** Up to here, blocks were read again by other endpoints. */
  readUpTo: number | null;
  /** On performance.now()'s clock. */
  sampledAt: number;
  comparedAt: number;
  notedAt: number;
  /** Whose turn it is to read again. */
  turn: number;
  /** How often in a row an endpoint named another block than most, and when last. */
  readonly strikes: Map<string, { readonly count: number; readonly at: number }>;
}

const never = Number.NEGATIVE_INFINITY;

/** `open` makes a reader of the network by these facts; no socket is opened until somebody is asked. */
export function juryOf({ facts, rpc }: Network, open: (facts: NetworkFacts) => Chain): Jury {
  const names = endpointNames(rpc);
  const witnesses = rpc.map((url, at) => ({
    name: names[at] as string,
    chain: open({ ...facts, rpc: [url] }),
  }));
  return {
    witnesses,
    ...{ dispute: null, heldPayments: 0, readUpTo: null, turn: 0 },
    ...{ sampledAt: never, comparedAt: never, notedAt: never },
    doubts: new Map(),
    strikes: new Map(),
  };
}

export async function dismissJury({ witnesses }: Jury): Promise<void> {
  await Promise.all(witnesses.map(({ chain }) => chain.close()));
}

/** Those whose word counts: all that are not in quarantine. */
export function votersOf({ jury, chain }: { readonly jury: Jury; readonly chain: Chain }): readonly Witness[] {
  const out = (chain.endpoints?.health ?? []).filter(({ state }) => state === 'quarantined').map(({ name }) => name);
  return jury.witnesses.filter(({ name }) => !out.includes(name));
}

/** What an operator is told; null where all agree. */
export function disagreement({ dispute, doubts }: Jury): string | null {
  return dispute ?? [...doubts.values()].at(-1) ?? null;
}

const patienceMillis = 5_000;

/** Asks them all at once. The answer is null of those who fail, or think for longer than five seconds. */
export function askWitnesses<T>(
  witnesses: readonly Witness[],
  ask: (chain: Chain, signal: AbortSignal) => Promise<T>,
): Promise<{ readonly witness: string; readonly answer: T | null }[]> {
  return Promise.all(
    witnesses.map(async ({ name, chain }) => {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), patienceMillis);
      const isLate = new Promise<null>((resolve) => late.signal.addEventListener('abort', () => resolve(null)));
      try {
        return { witness: name, answer: await Promise.race([ask(chain, late.signal), isLate]) };
      } catch (fault) {
        if (fault instanceof ChainFault || late.signal.aborted) return { witness: name, answer: null };
        throw fault;
      } finally {
        clearTimeout(timer);
      }
    }),
  );
}

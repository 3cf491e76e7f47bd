// Asks each endpoint of a network by itself, and believes what enough of them answer alike: one alone may lie.
import { agreedAnswer, voicesNeeded } from '../../../../core/payment/votes.ts';
import { Problem } from '../../../../core/problem.ts';
import { type Chain, ChainFault } from '../../../../io/chains/chain.ts';
import type { Instance } from '../../../instance.ts';
import type { Network } from '../../catalog/catalog.ts';

export interface Question<T> {
  /** `T` has a JSON form, in which answers are compared. */
  readonly ask: (chain: Chain, signal: AbortSignal) => Promise<T>;
  /** A later answer does not count. In milliseconds. */
  readonly mostMillis: number;
}

/** Null where too few answer, or they differ. The network is asked: never within a commit. */
export async function askEndpoints<T extends NonNullable<unknown>>(
  instance: Pick<Instance, 'log'>,
  network: Network,
  question: Question<T>,
): Promise<T | null> {
  const answers = await Promise.all(network.rpc.map((url) => askThese(instance, { network, rpc: [url] }, question)));
  return agreedAnswer(answers, voicesNeeded(network.rpc.length, network.quorum?.endpoints ?? null));
}

const headMillis = 5_000;

/** The height of the newest block that an endpoint shows; null where none answers. */
export function newestBlock(instance: Pick<Instance, 'log'>, network: Network): Promise<number | null> {
  const question = { ask: async (chain: Chain) => (await chain.head()).number, mostMillis: headMillis };
  return askThese(instance, { network, rpc: network.rpc }, question);
}

interface Asked {
  readonly network: Network;
  /** The endpoints that may answer for each other. */
  readonly rpc: readonly string[];
}

async function askThese<T>(
  { log }: Pick<Instance, 'log'>,
  { network, rpc }: Asked,
  question: Question<T>,
): Promise<T | null> {
  const { openChain } = await import('../../../../io/chains/readers.ts');
  const chain = openChain(network.family, { ...network.facts, rpc }, log);
  try {
    return await inTime(chain, question);
  } catch (err) {
    if (!(err instanceof ChainFault)) throw err;
    log.warn({ network: network.symbol, err }, 'an endpoint could not be asked');
    return null;
  } finally {
    await chain.close();
  }
}

async function inTime<T>(chain: Chain, { ask, mostMillis }: Question<T>): Promise<T | null> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), mostMillis);
  const isLate = new Promise<null>((resolve) => late.signal.addEventListener('abort', () => resolve(null)));
  const asked = ask(chain, late.signal);
  // The fault of a late answer is ignored.
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, isLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** The refusal where the network does not answer, or its endpoints differ. */
export function notAnswered({ name }: Pick<Network, 'name'>): Problem {
  const detail = `${name} cannot be asked right now, or its endpoints do not agree.`;
  return new Problem('temporarily_unavailable', { detail, headers: { 'retry-after': '10' } });
}

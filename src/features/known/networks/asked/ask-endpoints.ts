// Asks each endpoint of a network separately and accepts an answer that enough of them give. A single endpoint may lie.
import { agreedAnswer, voicesNeeded } from '../../../../core/payment/votes.ts';
import { Problem } from '../../../../core/problem.ts';
import { type Chain, ChainFault } from '../../../../io/chains/chain.ts';
import { within } from '../../../../io/timing/within.ts';
import type { Instance } from '../../../instance.ts';
import type { Network } from '../../catalog/catalog.ts';

export interface Question<T> {
  /** `T` must have a JSON form, which is used to compare answers. */
  readonly ask: (chain: Chain, signal: AbortSignal) => Promise<T>;
  /** The time limit in milliseconds. Later answers are ignored. */
  readonly mostMillis: number;
}

/**
 * Returns null if too few endpoints answer, or their answers differ. Makes network calls, so it must not run within a
 * database transaction.
 */
export async function askEndpoints<T extends NonNullable<unknown>>(
  instance: Pick<Instance, 'log'>,
  network: Network,
  question: Question<T>,
): Promise<T | null> {
  const answers = await Promise.all(network.rpc.map((url) => askThese(instance, { network, rpc: [url] }, question)));
  return agreedAnswer(answers, voicesNeeded(network.rpc.length, network.quorum?.endpoints ?? null));
}

const headMillis = 5_000;

/** Returns the highest newest block that an endpoint reports. Null if none answers. */
export function newestBlock(instance: Pick<Instance, 'log'>, network: Network): Promise<number | null> {
  const question = { ask: async (chain: Chain) => (await chain.head()).number, mostMillis: headMillis };
  return askThese(instance, { network, rpc: network.rpc }, question);
}

/** Asks the endpoints, in their order, until one answers. Returns null if none does in time. */
export function askInTurn<T>(
  instance: Pick<Instance, 'log'>,
  network: Network,
  question: Question<T>,
): Promise<T | null> {
  return askThese(instance, { network, rpc: network.rpc }, question);
}

interface Asked {
  readonly network: Network;
  /** The endpoints that may substitute for each other. */
  readonly rpc: readonly string[];
}

async function askThese<T>(
  { log }: Pick<Instance, 'log'>,
  { network, rpc }: Asked,
  { ask, mostMillis }: Question<T>,
): Promise<T | null> {
  const { openChain } = await import('../../../../io/chains/readers.ts');
  const chain = openChain(network.family, { ...network.facts, rpc }, log);
  try {
    return await within(
      mostMillis,
      (signal) => ask(chain, signal),
      () => null,
    );
  } catch (err) {
    if (!(err instanceof ChainFault)) throw err;
    log.warn({ network: network.symbol, err }, 'an endpoint did not answer');
    return null;
  } finally {
    await chain.close();
  }
}

/** The problem to return if the network does not answer, or its endpoints disagree. */
export function notAnswered({ name }: Pick<Network, 'name'>): Problem {
  const detail = `${name} does not answer now, or its endpoints disagree.`;
  return new Problem('temporarily_unavailable', { detail, headers: { 'retry-after': '10' } });
}

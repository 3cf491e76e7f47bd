// Opens the chain of the network that a command names, and closes it afterwards.

import type { Instance } from '../../features/instance.ts';
import type { Network } from '../../features/known/catalog/catalog.ts';
import { type Chain, ChainFault } from '../../io/chains/chain.ts';
import { openChain } from '../../io/chains/readers.ts';
import { fault } from '../words.ts';

/** Throws StartFault if the network does not exist, cannot be read, or does not answer. */
export async function withChain<T>(
  instance: Instance,
  name: string,
  act: (network: Network, chain: Chain) => Promise<T>,
): Promise<T> {
  const network = instance.catalog.networkBySymbol(name.toLowerCase());
  if (network === null) throw fault(`There is no network ${name}. See network list.`);
  if (!network.followable) throw fault(`The network ${name} has no endpoint, or cannot be read by this version.`);
  const chain = openChain(network.family, network.facts, instance.log);
  try {
    return await act(network, chain);
  } catch (error) {
    if (error instanceof ChainFault) throw fault(`The network ${name} cannot be reached: ${error.message}.`);
    throw error;
  } finally {
    await chain.close();
  }
}

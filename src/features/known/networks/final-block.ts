// Finds the newest final block of a network by the network's own rule.
import type { Chain } from '../../../io/chains/chain.ts';
import type { Network } from '../catalog/catalog.ts';

/**
 * `height` is the scanned height. If the rule is a tag, the endpoint is asked for the block. If the endpoint does not
 * know the tag, blocks deeper than the reorg depth count as final. Throws ChainFault.
 */
export async function finalBlock(network: Network, chain: Pick<Chain, 'finalized'>, height: number): Promise<number> {
  const { finality, reorgDepth } = network;
  if (finality !== null && 'depth' in finality) return height - finality.depth + 1;
  return (await chain.finalized()) ?? height - reorgDepth;
}

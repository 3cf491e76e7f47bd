// The newest block of a network that is final, by the network's own rule.
import type { Chain } from '../../../io/chains/chain.ts';
import type { Network } from '../catalog/catalog.ts';

/**
 * `height`: how far the network was scanned. Where the rule is a tag, the endpoint names the block; one that knows no
 * such tag makes everything final that is deeper than a reorg could be followed back. Throws ChainFault.
 */
export async function finalBlock(network: Network, chain: Pick<Chain, 'finalized'>, height: number): Promise<number> {
  const { finality, reorgDepth } = network;
  if (finality !== null && 'depth' in finality) return height - finality.depth + 1;
  return (await chain.finalized()) ?? height - reorgDepth;
}

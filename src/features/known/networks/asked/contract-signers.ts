// Asks every endpoint of a network whether a contract accepts a signature. A single endpoint may lie.
import type { ContractSigners } from '../../../../io/chains/codec.ts';
import type { Instance } from '../../../instance.ts';
import type { Network } from '../../catalog/catalog.ts';
import { askEndpoints, notAnswered } from './ask-endpoints.ts';

const mostMillis = 5_000;

/** The returned function throws Problem temporarily_unavailable if too few endpoints agree. */
export function contractSigners(instance: Pick<Instance, 'log'>, network: Network): ContractSigners {
  return {
    async contractVerdict(address, digest, signature) {
      const verdict = await askEndpoints(instance, network, {
        ask: async (chain) => (await chain.contractVerdict?.(address, digest, signature)) ?? 'no_contract',
        mostMillis,
      });
      if (verdict === null) throw notAnswered(network);
      return verdict;
    },
  };
}

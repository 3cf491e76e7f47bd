// Searches the blocks for the payment that an owner was asked to make as a proof.
import { lastBlockTime } from '../../../../../core/payment/receiving/proof-of-control.ts';
import type { Instance } from '../../../../instance.ts';
import type { Asset, Network } from '../../../../known/catalog/catalog.ts';
import { askEndpoints, newestBlock, notAnswered } from '../../../../known/networks/asked/ask-endpoints.ts';
import { findRecorded, type ProofPayment } from './payment-store.ts';

const mostMillis = 15_000;

/**
 * Returns its confirmations; null while no block contains it. Throws Problem temporarily_unavailable if the network
 * does not answer.
 */
export async function findPayment(instance: Instance, network: Network, payment: ProofPayment): Promise<number | null> {
  const asset = instance.catalog.assetById(payment.assetId);
  if (asset === null) return null;
  const until = lastBlockTime(payment.expiresAt);
  const block = await blockOf(instance, asset, { payment, until });
  if (block === null) return null;
  if (block === 'unsupported') {
    const recorded = await findRecorded(instance.db, payment, new Date(until * 1000));
    return recorded === null ? null : Math.max(1, recorded.upTo - recorded.block + 1);
  }
  const head = await newestBlock(instance, network);
  return head === null ? 1 : Math.max(1, head - block + 1);
}

/** Returns `unsupported` if the family does not support the search. The recorded transfers are then used. */
async function blockOf(
  instance: Instance,
  { network, contract }: Asset,
  { payment, until }: { readonly payment: ProofPayment; readonly until: number },
): Promise<number | 'unsupported' | null> {
  const { address, amount, fromBlock } = payment;
  const sought = { address, contract, amount, from: fromBlock, until };
  const found = await askEndpoints(instance, network, {
    ask: async (chain, signal) => {
      if (chain.ownPayment === undefined) return 'unsupported' as const;
      return (await chain.ownPayment(sought, signal)) ?? ('none' as const);
    },
    mostMillis,
  });
  if (found === null) throw notAnswered(network);
  if (found === 'none') return null;
  return found === 'unsupported' ? found : found.header.number;
}

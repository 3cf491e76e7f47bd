// For a proof by a contract: finds the other networks of the family that have no contract at its address.
import type { Proof } from '../../../../core/payment/receiving/proof-of-control.ts';
import type { Instance } from '../../../instance.ts';
import { askEndpoints, notAnswered } from '../../../known/networks/asked/ask-endpoints.ts';
import type { Controlled } from './control.ts';
import type { ConflictingWallet } from './owner-store.ts';

const mostMillis = 5_000;

export interface ProvedAgainst {
  readonly claimed: Controlled;
  readonly proof: Proof;
  readonly conflicting: readonly ConflictingWallet[];
}

/**
 * Adds to the proof those networks of the other owners that have no such contract. A network that cannot be followed
 * counts as clear, because no app is paid there. Throws Problem temporarily_unavailable if a network does not answer.
 */
export async function clearNetworks(
  instance: Instance,
  { claimed, proof, conflicting }: ProvedAgainst,
): Promise<Proof> {
  if (proof.on === null) return proof;
  const others = new Set(conflicting.flatMap(({ networkIds }) => networkIds).filter((id) => id !== proof.on));
  const clear = await Promise.all([...others].map((id) => isClear(instance, id, claimed.address)));
  return { ...proof, clear: [...others].filter((_, at) => clear[at]) };
}

async function isClear(instance: Instance, networkId: string, address: string): Promise<boolean> {
  const network = instance.catalog.networkById(networkId);
  if (network === null || !network.followable) return true;
  const holder = await askEndpoints(instance, network, {
    ask: async (chain) => (await chain.lookAt?.(address))?.holder ?? 'key',
    mostMillis,
  });
  if (holder === null) throw notAnswered(network);
  return holder === 'key';
}

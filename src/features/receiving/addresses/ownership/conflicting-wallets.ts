// Decides which wallets of other owners conflict with a named one, and which of them its proof takes over.
import { type Held, outcomeFor, type Proof } from '../../../../core/payment/receiving/proof-of-control.ts';
import type { Network } from '../../../known/catalog/catalog.ts';
import type { ConflictingWallet, WalletKind } from './owner-store.ts';

export interface Named {
  readonly kind: WalletKind;
  readonly network: Pick<Network, 'id'>;
  readonly proof: Proof | null;
}

/** A key skips single addresses that others entered, unless its proof takes them over. */
export function contestedBy(
  { kind, proof }: Named,
  conflicting: readonly ConflictingWallet[],
): readonly ConflictingWallet[] {
  return conflicting.filter(
    (one) => kind === 'address' || one.kind === 'xpub' || outcomeFor(heldBy(one), proof) === 'taken',
  );
}

/** Whether the other owner has a proof that is valid on this network, so that no new proof takes it over. */
export function isProvedHere({ network }: Named, { provedAt, provedOn }: ConflictingWallet): boolean {
  return provedAt !== null && (provedOn === null || provedOn.includes(network.id));
}

export function heldBy({ provedAt, provedOn, networkIds }: ConflictingWallet): Held {
  return { isProved: provedAt !== null, provedOn, paidOn: networkIds };
}

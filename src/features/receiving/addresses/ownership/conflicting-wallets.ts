// Which wallets of other owners stand against one that an owner names, and whom its proof takes it from.
import { type Held, outcomeFor, type Proof } from '../../../../core/payment/receiving/proof-of-control.ts';
import type { Network } from '../../../known/catalog/catalog.ts';
import type { ConflictingWallet, WalletKind } from './owner-store.ts';

export interface Named {
  readonly kind: WalletKind;
  readonly network: Pick<Network, 'id'>;
  readonly proof: Proof | null;
}

/** A key passes over single addresses that others entered, unless its proof takes them. */
export function contestedBy(
  { kind, proof }: Named,
  conflicting: readonly ConflictingWallet[],
): readonly ConflictingWallet[] {
  return conflicting.filter(
    (one) => kind === 'address' || one.kind === 'xpub' || outcomeFor(heldBy(one), proof) === 'taken',
  );
}

/** Whether no proof on this network takes it any more. */
export function isProvedHere({ network }: Named, { provedAt, provedOn }: ConflictingWallet): boolean {
  return provedAt !== null && (provedOn === null || provedOn.includes(network.id));
}

export function heldBy({ provedAt, provedOn, networkIds }: ConflictingWallet): Held {
  return { isProved: provedAt !== null, provedOn, paidOn: networkIds };
}

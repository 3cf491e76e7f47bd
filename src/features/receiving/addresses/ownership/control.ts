// A claim to control an address: the text to sign, or the payment that proves it.
import type { Proof } from '../../../../core/payment/receiving/proof-of-control.ts';
import { codecOf } from '../../../../io/chains/codecs.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset, Network } from '../../../known/catalog/catalog.ts';
import type { App } from '../../../people/apps/store.ts';
import type { WalletKind } from './owner-store.ts';

export interface Controlled {
  readonly app: App;
  readonly network: Network;
  readonly kind: WalletKind;
  /**
   * The canonical address, or the first one of the key. A person with its private key and the extended public key can
   * calculate the private keys of all other children.
   */
  readonly address: string;
}

/** A requested payment. `confirmations` is null while it is in no block. */
export interface ShownPayment {
  readonly asset: Asset;
  readonly amount: bigint;
  readonly expiresAt: Date;
  readonly confirmations: number | null;
}

/** The proof, or the requested payment. */
export interface Control {
  readonly proof: Proof | null;
  readonly payment: ShownPayment | null;
}

/**
 * The text names the service, the owner, the app, the family and the address, so that no other user can reuse the
 * signature here or elsewhere.
 */
export function proofText(
  { publicUrl }: Pick<Instance, 'publicUrl'>,
  { app, network, kind, address }: Controlled,
): string {
  const what = kind === 'xpub' ? 'an extended public key whose first address is the one below' : 'the address below';
  return [
    `I control ${what}, and want to be paid there by the app and to the account named here.`,
    '',
    `Service: ${new URL(publicUrl).host}`,
    `Account: ${app.ownerId}`,
    `App: ${app.id}`,
    `Network family: ${network.family}`,
    `Address: ${codecOf(network.family).showAddress(address, network.facts)}`,
  ].join('\n');
}

// Signs where an attempt asks to pay, under a key of the instance that is for nothing else.
import {
  type AddressKey,
  addressKey,
  addressKeyPurpose,
  successionPurpose,
} from '../../../../io/secrets/address-key.ts';
import type { Instance } from '../../../instance.ts';
import { isAwaited, type StatedTransaction, statementView } from './statement-view.ts';

export interface AddressSigner {
  publicKey(): AddressKey['publicKey'];
  /** By each earlier key: which key came after it. */
  successions(): readonly string[];
  /**
   * The signature over what a customer is asked to do, and over `nonce`. Without one it can be replayed, so it is made
   * only while the attempt waits for its payment; null otherwise.
   */
  sign(transaction: StatedTransaction, nonce: string | null): string | null;
}

/** The key is made at its first use, from the secret key: it changes with that. */
export function addressSigner({ vault, catalog, clock }: Pick<Instance, 'vault' | 'catalog' | 'clock'>): AddressSigner {
  let made: AddressKey | null = null;
  const key = (): AddressKey => {
    made ??= addressKey(vault.keyFor(addressKeyPurpose));
    return made;
  };
  return {
    publicKey: () => key().publicKey,
    successions: () => vault.kept(successionPurpose).map((text) => text.toString()),
    sign(transaction, nonce) {
      const now = clock.now();
      if (nonce === null && !isAwaited(transaction, now)) return null;
      const chainId = catalog.networkBySymbol(transaction.network.symbol)?.chainId ?? null;
      return key().sign({ ...statementView(transaction, chainId, now), nonce });
    },
  };
}

// Signs the payment address of an attempt with a key of the instance that has no other purpose.
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
  /** One statement for each earlier key, signed by it, that names the next key. */
  successions(): readonly string[];
  /**
   * Signs the payment details of the attempt and `nonce`. A signature without a nonce can be replayed, so it is made
   * only while the attempt waits for its payment; otherwise returns null.
   */
  sign(transaction: StatedTransaction, nonce: string | null): string | null;
}

/** The key is derived from the secret key at first use. It changes if the secret key changes. */
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

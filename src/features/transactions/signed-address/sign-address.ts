// Signs where an attempt asks to pay, under a key of the instance that is for nothing else.
import { type AddressKey, addressKey } from '../../../io/secrets/address-key.ts';
import type { Instance } from '../../instance.ts';

/** What of a transaction is signed: as the API shows it. */
export interface AskedTransaction {
  readonly id: string;
  readonly to: string;
  readonly amount: string | null;
  readonly status: string;
  readonly hash: string | null;
  readonly network: { readonly symbol: string };
  readonly cryptocurrency: { readonly symbol: string };
}

/** Made at its first use, from the secret key: it changes with that. */
export function addressKeyOf({ vault }: Pick<Instance, 'vault'>): () => AddressKey {
  let key: AddressKey | null = null;
  return () => {
    key ??= addressKey(vault.keyFor('payment addresses'));
    return key;
  };
}

/** The signature over what a customer is still asked to do; null where nothing is asked any more. */
export function signAddress(key: () => AddressKey, asked: AskedTransaction): string | null {
  const { id, to, amount, status, hash, network, cryptocurrency } = asked;
  if (status !== 'processing' || hash !== null || amount === null || to === '') return null;
  return key().sign({
    transaction_id: id,
    to,
    network: network.symbol,
    cryptocurrency: cryptocurrency.symbol,
    amount,
  });
}

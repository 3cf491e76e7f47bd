// Signs where an attempt asks to pay, under a key of the instance that is for nothing else.
import { LruMap } from 'toad-cache';
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

export interface AddressSigner {
  publicKey(): AddressKey['publicKey'];
  /** The signature over what a customer is still asked to do; null where nothing is asked any more. */
  sign(asked: AskedTransaction): string | null;
}

/** As many signatures are kept: a page that is open asks again and again. */
const keptSignatures = 1_000;

/** The key is made at its first use, from the secret key: it changes with that. */
export function addressSigner({ vault }: Pick<Instance, 'vault'>): AddressSigner {
  let made: AddressKey | null = null;
  const key = (): AddressKey => {
    made ??= addressKey(vault.keyFor('payment addresses'));
    return made;
  };
  /** Neither the address nor the amount of an attempt ever changes; one that was written over is shown without. */
  const kept = new LruMap<string>(keptSignatures);
  return {
    publicKey: () => key().publicKey,
    sign({ id, to, amount, status, hash, network, cryptocurrency }) {
      if (status !== 'processing' || hash !== null || amount === null || to === '') return null;
      const asked = { transaction_id: id, to, network: network.symbol, cryptocurrency: cryptocurrency.symbol, amount };
      const signature = kept.get(id) ?? key().sign(asked);
      kept.set(id, signature);
      return signature;
    },
  };
}

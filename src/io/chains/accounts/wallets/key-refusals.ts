// The messages for rejected keys, which are the same on all chains with accounts.
import type { Refusal } from '../../codec.ts';
import type { AccountKeyFault } from './read-account-key.ts';

/**
 * The messages for a key that is not accepted. `account` names the key to give instead, with its path (`an Ethereum
 * account (44'/60'/0')`).
 */
export function keyRefusals(account: string): Readonly<Record<AccountKeyFault, Refusal>> {
  return {
    private_key: {
      code: 'private_key',
      message:
        'This is a private key. It was not kept. Give the extended PUBLIC key instead, ' +
        'and move the funds of this one to a new wallet.',
    },
    not_an_extended_key: {
      code: 'not_an_extended_key',
      message:
        'An extended public key begins with xpub, and its checksum must be right. Copy it again from the wallet.',
    },
    other_network: {
      code: 'other_network',
      message: `This extended key is of another kind of network. Export the xpub of ${account}.`,
    },
    other_path: {
      code: 'other_path',
      message:
        'Addresses here are children of branch 0 of an account, as in /0/*. Give the key without a path, or with that.',
    },
    wrong_depth: {
      code: 'wrong_depth',
      message: `This is the key of a single address. Export the xpub of ${account}, which it belongs to.`,
    },
  };
}

/** Chains with accounts have one kind of address. */
export const noScripts: Refusal = {
  code: 'not_applicable',
  message: 'Only UTXO networks have several kinds of addresses: leave script out here.',
  about: 'script',
};

// The messages for rejected keys, with the remedy.
import type { Refusal } from '../../codec.ts';
import type { CoinName } from './version-bytes.ts';

function refusal(code: string, message: string): Refusal {
  return { code, message };
}

/** `sign` is the prefix or path that shows the coin. Neither reveals anything of the key. */
export function otherCoin(coin: CoinName, sign: string, network: string): Refusal {
  return refusal(
    'other_network',
    `This key is of ${coinTitles[coin]} (${sign}), and this network is ${network}: money sent to its addresses here ` +
      `would be in no wallet. Export the key of an account of ${network}.`,
  );
}

const coinTitles: Readonly<Record<CoinName, string>> = {
  bitcoin: 'Bitcoin',
  litecoin: 'Litecoin',
  dogecoin: 'Dogecoin',
};

export const keyRefusals = {
  private_key: refusal(
    'private_key',
    'This is a private key. It was not kept. Give the extended PUBLIC key instead, ' +
      'and move the funds of this one to a new wallet.',
  ),
  not_an_extended_key: refusal(
    'not_an_extended_key',
    'This is neither an extended public key (xpub, ypub, zpub; ' +
      'tpub, upub, vpub on test networks) with a right checksum nor an output descriptor. ' +
      'Copy it again from the wallet.',
  ),
  test_key: refusal(
    'other_network',
    'This key is of a test network. Export the key of an account on the main network: ' +
      'it begins with xpub, ypub or zpub.',
  ),
  main_key: refusal(
    'other_network',
    'This key is of a main network, and this network is a test network. Export the key of an account there: ' +
      'it begins with tpub, upub or vpub.',
  ),
  script_required: refusal(
    'script_required',
    'This key does not say which kind of addresses its wallet makes of it. ' +
      'Say so in script, or give the first address that the wallet shows in first_address.',
  ),
  other_script: {
    ...refusal('contradiction', 'The key itself says another kind of address than script does. Leave script out.'),
    about: 'script',
  },
  other_first_address: {
    ...refusal(
      'other_first_address',
      'No kind of address of this key begins with this one. Compare the key with the wallet, or its account.',
    ),
    about: 'first_address',
  },
  several_signatures: refusal(
    'several_signatures',
    'This is one of several keys of a wallet that needs more than one signature. ' +
      'Give the descriptor of the whole wallet, such as wsh(sortedmulti(2,KEY/0/*,KEY/0/*,KEY/0/*)).',
  ),
  wrong_threshold: refusal(
    'wrong_threshold',
    'The number of signatures in this descriptor must be at least 1 and at most the number of its keys.',
  ),
  too_many_keys: refusal(
    'too_many_keys',
    'A script can hold at most 20 keys, and at most 15 within sh() alone (BIP-383).',
  ),
  same_key_twice: refusal('same_key_twice', 'This descriptor names one key twice. Compare it with the wallet.'),
  script_path: refusal(
    'script_path',
    'This taproot descriptor has a script path behind its key. Only tr(KEY/0/*), with a key alone, is supported.',
  ),
  wrong_depth: refusal(
    'wrong_depth',
    'This is the key of a single address. Export the extended public key of the account that it belongs to.',
  ),
  wrong_checksum: refusal(
    'wrong_checksum',
    'The checksum behind # does not fit this descriptor (BIP-380), so some character is wrong. Copy it again.',
  ),
  unknown_descriptor: refusal(
    'unknown_descriptor',
    'Supported descriptors are pkh(KEY/0/*), sh(wpkh(KEY/0/*)), wpkh(KEY/0/*) and tr(KEY/0/*), ' +
      'with one extended public key, and multi() or sortedmulti() with several within wsh(), sh(wsh()) or sh().',
  ),
  no_key_in_file: refusal(
    'no_key_in_file',
    'This file holds no extended public key. Export the wallet again, as a watch-only wallet or as a descriptor.',
  ),
  unreadable_file: refusal(
    'unreadable_file',
    'This begins like a wallet file and cannot be read as one. Copy the whole file, up to 4,096 characters.',
  ),
  unsupported_wallet: refusal(
    'unsupported_wallet',
    'Wallets of this kind have no extended key of their own. Use a standard or a multi-signature wallet.',
  ),
  other_file_address: refusal(
    'contradiction',
    'The first address in this file is not the first address of its key. Export the file again.',
  ),
  no_range: refusal(
    'no_range',
    'This descriptor stands for a single address. It needs a range, such as /0/* behind the key, ' +
      'so that each payment gets an address of its own.',
  ),
  hardened: refusal(
    'hardened',
    "Steps marked with ' or h behind the key need the private key. " +
      "Export the descriptor with the account's extended public key.",
  ),
  contradiction: refusal(
    'contradiction',
    'The prefix of this key stands for another kind of address than the descriptor around it. ' +
      'Write it as xpub (tpub), or give the key alone.',
  ),
  no_segwit: refusal(
    'no_segwit',
    'This network has no SegWit addresses. Export the xpub of an account with P2PKH addresses.',
  ),
} as const satisfies Readonly<Record<string, Refusal>>;

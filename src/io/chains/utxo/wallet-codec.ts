// Reads extended public keys and verifies signed texts of UTXO wallets.
import type { WalletCodec } from '../codec.ts';
import { readUtxoAddress } from './addresses/read-address.ts';
import { scriptChoices } from './addresses/script-choices.ts';
import { unspendableOutput } from './addresses/unspendable.ts';
import { canonicalKey, identityOf } from './keys/receiving-branch.ts';
import { coinTypes } from './keys/version-bytes.ts';
import { readWalletKey } from './keys/wallet-files/read-wallet-key.ts';
import { utxoParams } from './params.ts';
import { verifyUtxoSignature } from './signatures/verify.ts';

export const utxoWalletCodec: WalletCodec = {
  coinTypes: [...coinTypes.keys()],
  keyScripts: (network) => scriptChoices(utxoParams(network.params)),
  unspendable: (address, network) => unspendableOutput(address, utxoParams(network.params)),
  signing(address, network) {
    const read = readUtxoAddress(address, utxoParams(network.params));
    return !('message' in read) && (read.kind === 'p2pkh' || read.kind === 'p2wpkh') ? 'always' : 'perhaps';
  },
  readExtendedKey(text, network, meaning = { script: null, firstAddress: null }) {
    const params = utxoParams(network.params);
    const read = readWalletKey(text, params, meaning);
    return 'message' in read ? read : { canonical: canonicalKey(read, params), identity: identityOf(read, params) };
  },
  verifySignature: async (signed, network) => verifyUtxoSignature(signed, utxoParams(network.params)),
};

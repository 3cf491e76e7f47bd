// Reads extended public keys and verifies signed texts of UTXO wallets.
import type { WalletCodec } from '../codec.ts';
import { readUtxoAddress } from './addresses/read-address.ts';
import { scriptChoices } from './addresses/script-choices.ts';
import { unspendableOutput } from './addresses/unspendable.ts';
import { canonicalKey, identityOf } from './keys/receiving-branch.ts';
import { signingBranch, signingDescriptor } from './keys/signing-descriptor.ts';
import { coinTypes } from './keys/version-bytes.ts';
import { readWalletKey } from './keys/wallet-files/read-wallet-key.ts';
import { utxoParams } from './params.ts';
import { buildPsbt } from './psbt/build-psbt.ts';
import { hasChangeBranch, isSpendable } from './psbt/own-script.ts';
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
    if ('message' in read) return read;
    const descriptor = signingDescriptor(read, params);
    return { canonical: canonicalKey(read, params), identity: identityOf(read, params), descriptor };
  },
  prepareSpend: (wanted, network) => buildPsbt(wanted, utxoParams(network.params)),
  spendsOf({ value, descriptor }, network) {
    const branch = signingBranch(value, descriptor, utxoParams(network.params));
    return { isSpendable: isSpendable(branch), hasChange: hasChangeBranch(branch) };
  },
  verifySignature: async (signed, network) => verifyUtxoSignature(signed, utxoParams(network.params)),
};

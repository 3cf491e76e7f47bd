// What wallets of Bitcoin and its kin give out beside addresses: extended public keys, and signatures under texts.
import type { WalletCodec } from '../codec.ts';
import { canonicalKey, identityOf } from './keys/read-extended-key.ts';
import { readMeantBranch } from './keys/read-meant-branch.ts';
import { utxoParams } from './params.ts';
import { verifyUtxoSignature } from './signatures/verify.ts';

export const utxoWalletCodec: WalletCodec = {
  readExtendedKey(text, network, meaning = { script: null, firstAddress: null }) {
    const params = utxoParams(network.params);
    const read = readMeantBranch(text, params, meaning);
    return 'message' in read ? read : { canonical: canonicalKey(read, params), identity: identityOf(read, params) };
  },
  verifySignature: async (signed, network) => verifyUtxoSignature(signed, utxoParams(network.params)),
};

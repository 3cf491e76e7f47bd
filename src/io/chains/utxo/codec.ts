// The UTXO family without its chains: addresses, keys, hashes and payment links of Bitcoin and its kin.
import type { Codec, NetworkIdentity, Refusal } from '../codec.ts';
import { readUtxoAddress } from './addresses/read-address.ts';
import { deriveUtxoAddress } from './keys/derive-address.ts';
import { canonicalKey, identityOf } from './keys/read-extended-key.ts';
import { readMeantBranch } from './keys/read-meant-branch.ts';
import { type UtxoParams, utxoChainNames, utxoChains, utxoParams } from './params.ts';
import { utxoPaymentUri } from './payment-uri.ts';
import { verifyUtxoSignature } from './signatures/verify.ts';

export const utxoCodec: Codec = {
  name: 'UTXO',
  hasChainId: false,
  chainNames: utxoChainNames,
  hasTokens: false,
  addressesShared: false,
  showsMempool: true,
  tracesCalls: false,
  finalityTags: [],
  usualFinality: null,
  nativeDecimals: 8,
  hashPrefix: '',
  readContract: () => null,
  readAddress(text, network) {
    const read = readUtxoAddress(text, paramsOf(network));
    return 'message' in read ? read : { canonical: read.canonical };
  },
  whose(text) {
    const owners = [...utxoChains.values()].filter((params) => !('message' in readUtxoAddress(text, params)));
    return owners.length === 0 ? null : owners.map((params) => params.title).join(' or ');
  },
  showAddress: (canonical) => canonical,
  readTransactionHash(text) {
    return /^[0-9a-fA-F]{64}$/.test(text) ? { canonical: text.toLowerCase() } : notAHash;
  },
  readExtendedKey(text, network, meaning = { script: null, firstAddress: null }) {
    const params = paramsOf(network);
    const read = readMeantBranch(text, params, meaning);
    return 'message' in read ? read : { canonical: canonicalKey(read, params), identity: identityOf(read, params) };
  },
  deriveAddress: (extendedKey, index, network) => deriveUtxoAddress(extendedKey, index, paramsOf(network)),
  verifySignature: async (signed, network) => verifyUtxoSignature(signed, paramsOf(network)),
  paymentUri: ({ recipient, amount }, network) => utxoPaymentUri(recipient, amount, paramsOf(network)),
};

function paramsOf({ params }: NetworkIdentity): UtxoParams {
  return utxoParams(params);
}

const notAHash: Refusal = {
  code: 'not_a_hash',
  message: 'The hash of a transaction here is 64 hexadecimal digits, without 0x.',
};

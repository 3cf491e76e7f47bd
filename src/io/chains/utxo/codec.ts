// The UTXO family's codec: addresses, hashes and payment links of Bitcoin, Litecoin and Dogecoin.
import type { Codec, Refusal } from '../codec.ts';
import { readUtxoAddress } from './addresses/read-address.ts';
import { dearestSpend, spendBytesOf } from './addresses/script.ts';
import { deriveUtxoAddress } from './keys/derive-address.ts';
import { utxoChainNames, utxoChains, utxoParams } from './params.ts';
import { utxoPaymentUri } from './payment-uri.ts';

export const utxoCodec: Codec = {
  name: 'UTXO',
  title: 'Bitcoin and its kin',
  hasChainId: false,
  chainNames: utxoChainNames,
  hasTokens: false,
  addressesShared: false,
  showsMempool: true,
  namesSender: false,
  walletProtocol: null,
  readsScriptIndexes: true,
  publishes: true,
  tracesCalls: false,
  finalityTags: [],
  usualFinality: null,
  finalityTerm: null,
  nativeDecimals: 8,
  blockTimeMarginSeconds: 7_200,
  hashPrefix: '',
  readContract: () => null,
  readAddress(text, network) {
    const read = readUtxoAddress(text, utxoParams(network.params));
    return 'message' in read ? read : { canonical: read.canonical };
  },
  ownerOf(text) {
    const owners = [...utxoChains.values()].filter((params) => !('message' in readUtxoAddress(text, params)));
    return owners.length === 0 ? null : owners.map((params) => params.title).join(' or ');
  },
  showAddress: (canonical) => canonical,
  readTransactionHash(text) {
    return /^[0-9a-fA-F]{64}$/.test(text) ? { canonical: text.toLowerCase() } : notAHash;
  },
  deriveAddress: (extendedKey, index, network) => deriveUtxoAddress(extendedKey, index, utxoParams(network.params)),
  dustPolicy(recipient, network) {
    const params = utxoParams(network.params);
    const read = recipient === null ? null : readUtxoAddress(recipient, params);
    const spendBytes = read === null || 'message' in read ? dearestSpend : spendBytesOf(read);
    return { spendBytes, ...params.relay };
  },
  paymentUri: ({ recipient, amount }, network) => utxoPaymentUri(recipient, amount, utxoParams(network.params)),
};

const notAHash: Refusal = {
  code: 'not_a_hash',
  message: 'The hash of a transaction here is 64 hexadecimal digits, without 0x.',
};

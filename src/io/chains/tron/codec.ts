// The TRON family's codec: addresses, hashes and payment links.
import { zeroAddressRefusal } from '../accounts/address.ts';
import { deriveEvmAddress } from '../accounts/derive.ts';
import type { Codec, Refusal } from '../codec.ts';
import { readTronAddress, shownTronAddress } from './address.ts';
import { tronPaymentUri } from './payment-uri.ts';

export const tronCodec: Codec = {
  name: 'TRON',
  title: 'TRON',
  // The last four bytes of its genesis block's id, as its nodes answer eth_chainId.
  hasChainId: true,
  chainNames: [],
  hasTokens: true,
  addressesShared: true,
  showsMempool: false,
  namesSender: true,
  walletProtocol: 'tronlink',
  electsRepresentatives: true,
  tracesCalls: false,
  finalityTags: ['finalized'],
  // TRON's own wallets and exchanges wait for finality: about a minute, but no fixed number of blocks.
  usualFinality: { tag: 'finalized', stalledAfterSeconds: 1_800, always: true },
  finalityTerm: 'solidified',
  nativeDecimals: 6,
  blockTimeMarginSeconds: 60,
  hashPrefix: '',
  readContract(text) {
    // In Ethereum's form it could also be a contract of another network.
    const read = text.startsWith('T') ? readTronAddress(text) : 'not_an_address';
    return typeof read === 'string' ? null : read.canonical;
  },
  readAddress(text) {
    const read = readTronAddress(text);
    return typeof read === 'string' ? refusals[read] : read;
  },
  // The hex forms could belong to another family.
  ownerOf: (text) => (text.startsWith('T') && typeof readTronAddress(text) !== 'string' ? tronCodec.title : null),
  showAddress: shownTronAddress,
  readTransactionHash(text) {
    return /^(?:0x)?[0-9a-fA-F]{64}$/.test(text) ? { canonical: text.slice(-64).toLowerCase() } : notAHash;
  },
  // BIP-44 with coin type 195 (SLIP-44), m/44'/195'/0'/0/i. The last twenty bytes of a key's hash are the same on TRON
  // and Ethereum.
  deriveAddress: (extendedKey, index) => deriveEvmAddress(extendedKey, Number(index)),
  dustPolicy: () => null,
  paymentUri: tronPaymentUri,
};

const notAHash: Refusal = {
  code: 'not_a_hash',
  message: 'The hash of a transaction here is 64 hexadecimal digits.',
};

type Fault = Extract<ReturnType<typeof readTronAddress>, string>;

const refusals: Readonly<Record<Fault, Refusal>> = {
  not_an_address: {
    code: 'not_an_address',
    message: 'An address here is a T followed by 33 letters and digits; its hexadecimal form is taken too.',
  },
  wrong_checksum: {
    code: 'wrong_checksum',
    message: 'The checksum of this address is wrong, so some character is, or its case. Copy it again.',
  },
  zero_address: zeroAddressRefusal,
};

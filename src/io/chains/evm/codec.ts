// The EVM family's codec: addresses, hashes and payment links.
import { checksummedAddress, readEvmAddress, zeroAddressRefusal } from '../accounts/address.ts';
import { deriveEvmAddress } from '../accounts/derive.ts';
import type { Codec, Refusal } from '../codec.ts';
import { evmPaymentUri } from './payment-uri.ts';

export const evmCodec: Codec = {
  name: 'EVM',
  title: 'Ethereum and its kin',
  hasChainId: true,
  chainNames: [],
  hasTokens: true,
  addressesShared: true,
  showsMempool: false,
  namesSender: true,
  walletProtocol: 'eip1193',
  tracesCalls: true,
  finalityTags: ['finalized', 'safe'],
  usualFinality: { tag: 'finalized', stalledAfterSeconds: 1_800 },
  finalityTerm: 'final',
  nativeDecimals: 18,
  blockTimeMarginSeconds: 60,
  hashPrefix: '0x',
  readContract(text) {
    const read = readEvmAddress(text);
    return typeof read === 'string' ? null : read.canonical;
  },
  readAddress(text) {
    const read = readEvmAddress(text);
    return typeof read === 'string' ? refusals[read] : { canonical: read.canonical };
  },
  ownerOf: (text) => (typeof readEvmAddress(text) === 'string' ? null : evmCodec.title),
  showAddress: checksummedAddress,
  readTransactionHash(text) {
    return /^0x[0-9a-fA-F]{64}$/.test(text) ? { canonical: text.toLowerCase() } : notAHash;
  },
  deriveAddress: (extendedKey, index) => deriveEvmAddress(extendedKey, Number(index)),
  dustPolicy: () => null,
  paymentUri: ({ recipient, contract, amount }, { symbol, chainId }) =>
    evmPaymentUri({ chainId: chainIdOf(symbol, chainId), contract, recipient, amount }),
};

export function chainIdOf(symbol: string, chainId: number | null): number {
  if (chainId === null) throw new TypeError(`The network ${symbol} has no chain id`);
  return chainId;
}

const notAHash: Refusal = {
  code: 'not_a_hash',
  message: 'The hash of a transaction here is 0x followed by 64 hexadecimal digits.',
};

type Fault = Extract<ReturnType<typeof readEvmAddress>, string>;

const refusals: Readonly<Record<Fault, Refusal>> = {
  not_an_address: {
    code: 'not_an_address',
    message: 'An address here is 0x followed by 40 hexadecimal digits.',
  },
  wrong_checksum: {
    code: 'wrong_checksum',
    message:
      'The capital letters of this address do not fit its digits (EIP-55), so some character is wrong. Copy it again.',
  },
  zero_address: zeroAddressRefusal,
};

// The parameters of each UTXO chain: the prefixes of its addresses and keys, and its first block.
import type { DustPolicy } from '../../../core/payment/offer/least-amount.ts';

/** The known chains, as values of `params`. */
export const utxoChainNames = [
  ...(['bitcoin', 'bitcoin-testnet', 'bitcoin-testnet4', 'bitcoin-signet', 'bitcoin-regtest'] as const),
  ...(['litecoin', 'litecoin-testnet', 'litecoin-regtest', 'dogecoin', 'dogecoin-testnet'] as const),
] as const;
export type UtxoChainName = (typeof utxoChainNames)[number];

/** The set of SLIP-132 version bytes that a chain's extended keys use. */
export type KeyRealm = 'main' | 'test';

/** The defaults of a chain's nodes; rates are in smallest units for 1,000 virtual bytes. */
export type RelayPolicy = Pick<DustPolicy, 'relayFee' | 'dustRelayFee' | 'dustLimit'>;

export interface UtxoParams {
  /** The value of `params` in a network's settings. */
  readonly name: UtxoChainName;
  /** The name shown to people. */
  readonly title: string;
  /** The version byte of P2PKH addresses. */
  readonly pubKeyHash: number;
  /** The version byte of P2SH addresses. */
  readonly scriptHash: number;
  /** The prefix of BIP-173 addresses; null without segregated witness. */
  readonly hrp: string | null;
  readonly keys: KeyRealm;
  /** The scheme of payment links. */
  readonly scheme: string;
  /** The prefix of a message before a key signs it. */
  readonly messagePrefix: string;
  /** The hash of block 0. */
  readonly genesis: string;
  /** Whether a header may be followed by a proof of merged mining. */
  readonly auxPow: boolean;
  /** Whether blocks may be followed by an extension block (LIP-0002). */
  readonly extensionBlocks: boolean;
  /** The confirmations that a coinbase output needs before it can be spent. */
  readonly coinbaseMaturity: number;
  /** The parameter that requests a block's bytes from a node; Dogecoin's older code accepts only a boolean. */
  readonly rawBlock: 0 | false;
  /** The lowest fee rate and the smallest outputs that its nodes relay by default. */
  readonly relay: RelayPolicy;
  /** Whether it is mined by hand, so that an old newest block is normal. */
  readonly regtest: boolean;
}

// Prefixes and first blocks are from each node's own src/chainparams.cpp, prefixes of messages from src/util or
// src/validation there (Bitcoin Core 29, Litecoin Core 0.21, Dogecoin Core 1.14). For Bitcoin, they are also from
// SLIP-173, BIP-94 (testnet4) and BIP-325 (signet). params.test.ts rebuilds the first blocks from their fields.
// Litecoin's older P2SH prefixes (5 and 196) equal Bitcoin's and are rejected, because the address would be ambiguous.

// Relay limits are from src/policy/policy.h of the same nodes (DUST_RELAY_TX_FEE, DEFAULT_MIN_RELAY_TX_FEE), for
// Bitcoin from before Core 29.1. Dogecoin's limit is its soft one (DEFAULT_DUST_LIMIT): wallets do not send less, and
// each smaller output costs that much more (doc/fee-recommendation.md there).

const bitcoin = {
  scheme: 'bitcoin',
  relay: { relayFee: 1_000n, dustRelayFee: 3_000n, dustLimit: null },
  messagePrefix: 'Bitcoin Signed Message:\n',
  auxPow: false,
  extensionBlocks: false,
  coinbaseMaturity: 100,
  rawBlock: 0,
  regtest: false,
} as const;
const bitcoinTest = { ...bitcoin, pubKeyHash: 111, scriptHash: 196, hrp: 'tb', keys: 'test' } as const;
const litecoin = {
  ...bitcoin,
  scheme: 'litecoin',
  relay: { relayFee: 1_000n, dustRelayFee: 30_000n, dustLimit: null },
  messagePrefix: 'Litecoin Signed Message:\n',
  extensionBlocks: true,
} as const;
const litecoinTest = { ...litecoin, pubKeyHash: 111, scriptHash: 58, keys: 'test' } as const;
const dogecoin = {
  ...bitcoin,
  scheme: 'dogecoin',
  relay: { relayFee: 100_000n, dustRelayFee: 1_000n, dustLimit: 1_000_000n },
  messagePrefix: 'Dogecoin Signed Message:\n',
  hrp: null,
  auxPow: true,
  coinbaseMaturity: 240,
  rawBlock: false,
} as const;

const chains: readonly UtxoParams[] = [
  {
    ...bitcoin,
    name: 'bitcoin',
    title: 'Bitcoin',
    pubKeyHash: 0,
    scriptHash: 5,
    hrp: 'bc',
    keys: 'main',
    genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  },
  {
    ...bitcoinTest,
    name: 'bitcoin-testnet',
    title: 'Bitcoin testnet3',
    genesis: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
  },
  {
    ...bitcoinTest,
    name: 'bitcoin-testnet4',
    title: 'Bitcoin testnet4',
    genesis: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
  },
  {
    ...bitcoinTest,
    name: 'bitcoin-signet',
    title: 'Bitcoin signet',
    genesis: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
  },
  {
    ...bitcoinTest,
    name: 'bitcoin-regtest',
    title: 'Bitcoin regtest',
    hrp: 'bcrt',
    genesis: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    regtest: true,
  },
  {
    ...litecoin,
    name: 'litecoin',
    title: 'Litecoin',
    pubKeyHash: 48,
    scriptHash: 50,
    hrp: 'ltc',
    keys: 'main',
    genesis: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
  },
  {
    ...litecoinTest,
    name: 'litecoin-testnet',
    title: 'Litecoin testnet',
    hrp: 'tltc',
    genesis: '4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0',
  },
  {
    ...litecoinTest,
    name: 'litecoin-regtest',
    title: 'Litecoin regtest',
    hrp: 'rltc',
    genesis: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
    regtest: true,
  },
  {
    ...dogecoin,
    name: 'dogecoin',
    title: 'Dogecoin',
    pubKeyHash: 30,
    scriptHash: 22,
    keys: 'main',
    genesis: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691',
  },
  {
    ...dogecoin,
    name: 'dogecoin-testnet',
    title: 'Dogecoin testnet',
    pubKeyHash: 113,
    scriptHash: 196,
    keys: 'test',
    genesis: 'bb0a78264637406b6360aad926284d544d7049f45189db5664f3c4d07350559e',
  },
];

export const utxoChains: ReadonlyMap<string, UtxoParams> = new Map<string, UtxoParams>(
  chains.map((params) => [params.name, params]),
);

/** The chain that a network's `params` names. Throws a TypeError that lists them for an unknown name. */
export function utxoParams(name: string | null): UtxoParams {
  const params = name === null ? undefined : utxoChains.get(name);
  if (params !== undefined) return params;
  throw new TypeError(`params must be one of ${[...utxoChains.keys()].join(', ')}; ${name ?? 'nothing'} is none`);
}

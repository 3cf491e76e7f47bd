// What a chain family knows without asking anybody: addresses, hashes, payment links; and of wallets, keys and
// signatures. It runs in a browser too.
import type { FamilyFacts } from '../../core/config/family-facts.ts';
import type { DustPolicy } from '../../core/payment/offer/least-amount.ts';
import type { UnspendableReason } from '../../core/payment/receiving/address-findings.ts';

/** What a network is, as far as its addresses, keys and links depend on it. */
export interface NetworkIdentity {
  readonly symbol: string;
  readonly chainId: number | null;
  /** Which of the family's chains it is (bitcoin, litecoin-regtest, …), for UTXO; null elsewhere. */
  readonly params: string | null;
}

/** Why an address or a key was refused: a stable code and a sentence. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  /** What beside the key itself is refused; absent for the key, and for everything else. */
  readonly about?: 'script' | 'first_address';
}

/** The kinds of addresses that a key may mean on UTXO networks. */
export const keyScripts = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'] as const;
export type KeyScript = (typeof keyScripts)[number];

/** A kind of addresses, as its owner knows it from the wallet. */
export interface ScriptChoice {
  readonly script: KeyScript;
  /** The characters that such an address may begin with. */
  readonly begins: readonly string[];
}

/** What somebody says beside an extended public key that does not say it itself. */
export interface KeyMeaning {
  readonly script: KeyScript | null;
  /** The first address that the wallet shows, canonical. */
  readonly firstAddress: string | null;
}

export interface ReadKey {
  /** What addresses are derived from. */
  readonly canonical: string;
  /**
   * The same for every spelling of one key that gives the same addresses. Its first word is the same for all that are
   * of one key.
   */
  readonly identity: string;
}

export interface PaymentRequest {
  readonly recipient: string;
  readonly contract: string;
  readonly amount: bigint | null;
  readonly decimals: number;
}

/** A text, and what somebody gives as the signature of the holder of an address (canonical) under it. */
export interface SignedText {
  readonly text: string;
  readonly signature: string;
  readonly address: string;
}

/**
 * The verdict of a contract about a signature: it takes it for its own, or `refused` it. `failed`: it reverted, or
 * needed more gas than it is given; `other_length`: its answer is not one word. None of these is believed but the
 * first.
 */
export type ContractVerdict = 'signed' | 'refused' | 'failed' | 'other_length' | 'no_contract';

/** Asks a chain what the contract at an address says; absent where the family has no such contracts. */
export interface ContractSigners {
  contractVerdict?(address: string, digest: Uint8Array, signature: Uint8Array): Promise<ContractVerdict>;
}

export interface Codec extends FamilyFacts {
  /** Reads an address as people write it; canonical is the one form used within. */
  readAddress(text: string, network: NetworkIdentity): { readonly canonical: string } | Refusal;
  /**
   * The networks that have just such an address, in words (`Bitcoin`); null for what is none of this family, mistyped
   * ones included. Absent where its form could be anybody's.
   */
  whose?(text: string): string | null;
  /** A canonical address as people should see it (checksummed). */
  showAddress(canonical: string, network: NetworkIdentity): string;
  /** Reads the hash of a chain transaction as people paste it. */
  readTransactionHash(text: string): { readonly canonical: string } | Refusal;
  /** The canonical address of the receiving branch's child `index` of a canonical extended public key. */
  deriveAddress(extendedKey: string, index: bigint, network: NetworkIdentity): string;
  /**
   * The default limits of nodes for an output to this address (canonical); null on chains with accounts. `recipient`
   * null: an address that is not known yet, so the kind of the network that costs most.
   */
  dustPolicy(recipient: string | null, network: NetworkIdentity): DustPolicy | null;
  /** The link that wallets open to pay (BIP-21, EIP-681, …). */
  paymentUri(request: PaymentRequest, network: NetworkIdentity): string;
}

/** What a family knows of what wallets give out beside addresses: extended public keys, and signatures under texts. */
export interface WalletCodec {
  /** The coins (SLIP-44) that the paths of its main accounts name; none of a test network. */
  readonly coinTypes: readonly number[];
  /**
   * The kinds of addresses that an extended public key may leave open on this network. Absent where each key has one
   * kind.
   */
  keyScripts?(network: NetworkIdentity): readonly ScriptChoice[];
  /**
   * Whether the holder of an address (canonical) can sign texts. `perhaps`: its script is not known. `as_held`: a key
   * can, a contract may.
   */
  signing(address: string, network: NetworkIdentity): 'always' | 'perhaps' | 'as_held';
  /** Why nobody can spend at an address (canonical), as far as its form or a list of known ones shows it; else null. */
  unspendable(address: string, network: NetworkIdentity): UnspendableReason | null;
  /**
   * Reads an extended public key. One that leaves open which addresses it means is refused, unless that is said beside
   * it.
   */
  readExtendedKey(text: string, network: NetworkIdentity, meaning?: KeyMeaning): ReadKey | Refusal;
  /**
   * Whether the holder of the address signed just this text, as wallets of the family sign texts; a Refusal for what
   * cannot be a signature at all, or none that can be verified here. `chain` is asked only where a contract may hold
   * the address; without it only keys sign. Throws ChainFault.
   */
  verifySignature(
    signed: SignedText,
    network: NetworkIdentity,
    chain: ContractSigners | null,
  ): Promise<boolean | Refusal>;
}

export function isRefusal<T extends object>(read: T | Refusal): read is Refusal {
  return 'message' in read;
}

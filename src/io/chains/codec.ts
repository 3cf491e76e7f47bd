// The part of a chain family that needs no network: addresses, hashes, payment links, wallet keys and signatures. It
// also runs in a browser.
import type { FamilyFacts } from '../../core/config/family-facts.ts';
import type { DustPolicy } from '../../core/payment/offer/least-amount.ts';
import type { UnspendableReason } from '../../core/payment/receiving/address-findings.ts';
import type { PreparedSpend, SpendFault, SpendKey, WantedSpend } from './spends/spend.ts';

/** The properties of a network that its addresses, keys and links depend on. */
export interface NetworkIdentity {
  readonly symbol: string;
  readonly chainId: number | null;
  /** The chain within the UTXO family (bitcoin, litecoin-regtest, …); null in other families. */
  readonly params: string | null;
}

/** Why an address or a key was rejected: a stable code and a sentence. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  /** The field besides the key that was rejected; absent for the key itself, and for everything else. */
  readonly about?: 'script' | 'first_address';
}

/** The kinds of addresses that a key may mean on UTXO networks. */
export const keyScripts = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'] as const;
export type KeyScript = (typeof keyScripts)[number];

/** A kind of address, as its owner knows it from the wallet. */
export interface ScriptChoice {
  readonly script: KeyScript;
  /** The characters that such an address may begin with. */
  readonly begins: readonly string[];
}

/** The caller's statement about an extended public key that leaves its kind of address open. */
export interface KeyMeaning {
  readonly script: KeyScript | null;
  /** The first address that the wallet shows, canonical. */
  readonly firstAddress: string | null;
}

export interface ReadKey {
  /** The form from which addresses are derived. */
  readonly canonical: string;
  /**
   * The same for every spelling of a key that gives the same addresses. Its first word is the same for all kinds of
   * addresses of one key.
   */
  readonly identity: string;
  /** The key with its origin and the branch of its change, for signers. Absent if the family has no use for it. */
  readonly descriptor?: string;
}

export interface PaymentRequest {
  readonly recipient: string;
  readonly contract: string;
  readonly amount: bigint | null;
  readonly decimals: number;
}

/** A transfer in the form that wallets of the family sign, with amounts as decimals in smallest units. */
export type UnsignedTransfer = Readonly<Record<string, string | number>>;

/** A text, and the claimed signature of the holder of an address (canonical) under it. */
export interface SignedText {
  readonly text: string;
  readonly signature: string;
  readonly address: string;
}

/**
 * The verdict of a contract about a signature: `signed` if it accepts the signature, `refused` if it does not.
 * `failed`: the call reverted, or needed more gas than allowed. `other_length`: the answer is not one word. Only
 * `signed` is believed.
 */
export type ContractVerdict = 'signed' | 'refused' | 'failed' | 'other_length' | 'no_contract';

/** Calls the contract at an address; absent if the family has no such contracts. */
export interface ContractSigners {
  contractVerdict?(address: string, digest: Uint8Array, signature: Uint8Array): Promise<ContractVerdict>;
}

export interface Codec extends FamilyFacts {
  /** Reads an address as people write it; canonical is the form used inside the service. */
  readAddress(text: string, network: NetworkIdentity): { readonly canonical: string } | Refusal;
  /**
   * The names of the networks that use exactly such an address (`Bitcoin`); null for a text that is no address of this
   * family, mistyped addresses included. Absent if several families share the form.
   */
  ownerOf?(text: string): string | null;
  /** A canonical address in the form shown to people (checksummed). */
  showAddress(canonical: string, network: NetworkIdentity): string;
  /** Reads the hash of a chain transaction as people paste it. */
  readTransactionHash(text: string): { readonly canonical: string } | Refusal;
  /** The canonical address of child `index` of the receiving branch of a canonical extended public key. */
  deriveAddress(extendedKey: string, index: bigint, network: NetworkIdentity): string;
  /**
   * The default dust limits of nodes for an output to this address (canonical); null on chains with accounts. If
   * `recipient` is null, the address is not known yet, and the limits are those of the network's most expensive kind.
   */
  dustPolicy(recipient: string | null, network: NetworkIdentity): DustPolicy | null;
  /** The link that a wallet opens to pay (BIP-21, EIP-681, …). */
  paymentUri(request: PaymentRequest, network: NetworkIdentity): string;
}

/** The part of a family that reads extended public keys and verifies signed texts of wallets. */
export interface WalletCodec {
  /** The SLIP-44 coin types in the paths of its main networks, without test networks. */
  readonly coinTypes: readonly number[];
  /**
   * The kinds of addresses that an extended public key may leave open on this network. Absent if each key has one kind.
   */
  keyScripts?(network: NetworkIdentity): readonly ScriptChoice[];
  /**
   * Whether the holder of an address (canonical) can sign texts. `perhaps`: the script is not known. `as_held`: a key
   * can, a contract may.
   */
  signing(address: string, network: NetworkIdentity): 'always' | 'perhaps' | 'as_held';
  /**
   * Why funds at an address (canonical) cannot be spent, judged by its form or a list of known addresses; else null.
   */
  unspendable(address: string, network: NetworkIdentity): UnspendableReason | null;
  /** The transfer to sign. Absent if the chain is needed to prepare one. */
  unsignedTransfer?(
    transfer: PaymentRequest & { readonly amount: bigint },
    network: NetworkIdentity,
  ): UnsignedTransfer | null;
  /** Payments from coins of a key, for its wallet to sign. Absent for chains with accounts. */
  prepareSpend?(wanted: WantedSpend, network: NetworkIdentity): PreparedSpend | SpendFault;
  /** Whether a payment from this key (canonical) can be prepared, and whether its wallet has a branch for change. */
  spendsOf?(key: SpendKey, network: NetworkIdentity): { readonly isSpendable: boolean; readonly hasChange: boolean };
  /** Reads an extended public key. Rejects one that leaves its kind of address open, unless `meaning` names it. */
  readExtendedKey(text: string, network: NetworkIdentity, meaning?: KeyMeaning): ReadKey | Refusal;
  /**
   * Whether the holder of the address signed exactly this text, in the way that wallets of the family sign texts.
   * Returns a Refusal for a text that cannot be a signature, or that cannot be verified here. Calls `chain` only if a
   * contract may hold the address; without it, only keys can sign. Throws ChainFault.
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

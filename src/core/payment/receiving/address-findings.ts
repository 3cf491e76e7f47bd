// Reasons not to be paid at an address: it has no key, or the wallet is probably not the merchant's own.

/** Addresses without a key, or contracts that cannot send. */
export const unspendableReasons = ['burn_address', 'precompile', 'system_contract', 'token_contract'] as const;
export type UnspendableReason = (typeof unspendableReasons)[number];

/** `contract`: not a known wallet. `shared_wallet`: it has sent as many transactions as an exchange. */
export type FindingCode = UnspendableReason | 'contract' | 'shared_wallet';
export const findingCodes: readonly FindingCode[] = [...unspendableReasons, 'contract', 'shared_wallet'];

/** An address as its chain reports it. */
export interface AddressLook {
  /**
   * `key`: a key, including EIP-7702 accounts that delegate. `wallet`: a contract known as a wallet. `contract`: any
   * other.
   */
  readonly holder: 'key' | 'wallet' | 'contract';
  /** How many chain transactions it has sent; null if the chain does not count them. */
  readonly sent: bigint | null;
}

export interface AddressFacts {
  /** Known without a request to the chain. */
  readonly unspendable: UnspendableReason | null;
  /** Whether the operator lists it as a shared wallet. */
  readonly isListedAsShared: boolean;
  /** Null if the chain was not asked or did not answer. */
  readonly look: AddressLook | null;
}

/** A wallet of one person sends fewer than this in years. */
const mostSent = 1_000n;

/** The most serious first; empty if nothing was found. */
export function findingsOf({ unspendable, isListedAsShared, look }: AddressFacts): readonly FindingCode[] {
  if (unspendable !== null) return [unspendable];
  const isBusy = look !== null && look.holder === 'key' && look.sent !== null && look.sent > mostSent;
  return [
    ...(look?.holder === 'contract' ? (['contract'] as const) : []),
    ...(isListedAsShared || isBusy ? (['shared_wallet'] as const) : []),
  ];
}

/** Whether the address is refused. With any other finding, it is accepted once the merchant confirms it. */
export function isUnspendable(code: FindingCode): code is UnspendableReason {
  return unspendableReasons.some((reason) => reason === code);
}

/** Each finding as a sentence for the merchant. */
export const findingSentences: Readonly<Record<FindingCode, string>> = {
  burn_address: 'No key exists for this address: it is used to destroy coins, and payments to it are lost.',
  precompile: 'This address belongs to the network itself and has no key: payments to it are lost.',
  system_contract: 'This is a contract that many programs share, not a wallet: payments to it are lost.',
  token_contract: 'This is the contract of a token, not a wallet: payments to it are lost.',
  contract:
    'The contract at this address is not a known wallet: it may be unable to send the payments that it receives.',
  shared_wallet:
    'This looks like the wallet of an exchange or another service, which cannot know to whom a payment belongs.',
};

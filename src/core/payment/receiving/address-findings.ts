// Reasons against being paid at an address: it has no key, or the wallet is probably not the merchant's own.

/** No key exists, or a contract that has no way to send. */
export const unspendableReasons = ['burn_address', 'precompile', 'system_contract', 'token_contract'] as const;
export type UnspendableReason = (typeof unspendableReasons)[number];

/** `contract`: one that is no known wallet. `shared_wallet`: it has sent as many transactions as an exchange does. */
export type FindingCode = UnspendableReason | 'contract' | 'shared_wallet';
export const findingCodes: readonly FindingCode[] = [...unspendableReasons, 'contract', 'shared_wallet'];

/** An address as its chain shows it. */
export interface AddressLook {
  /** A key (EIP-7702's delegating ones too), a contract that is known as a wallet, or another contract. */
  readonly holder: 'key' | 'wallet' | 'contract';
  /** How many chain transactions it has sent; null where the chain does not count them. */
  readonly sent: bigint | null;
}

export interface AddressFacts {
  /** Known without a look at the chain. */
  readonly unspendable: UnspendableReason | null;
  /** Whether the operator lists it as a wallet of many people. */
  readonly isListedAsShared: boolean;
  /** null where the chain was not asked, or did not answer. */
  readonly look: AddressLook | null;
}

/** Wallets of one person send less than this in years. */
const mostSent = 1_000n;

/** The gravest first; empty where nothing speaks against it. */
export function findingsOf({ unspendable, isListedAsShared, look }: AddressFacts): readonly FindingCode[] {
  if (unspendable !== null) return [unspendable];
  const isBusy = look !== null && look.holder === 'key' && look.sent !== null && look.sent > mostSent;
  return [
    ...(look?.holder === 'contract' ? (['contract'] as const) : []),
    ...(isListedAsShared || isBusy ? (['shared_wallet'] as const) : []),
  ];
}

/** Whether a merchant cannot take the address at all; otherwise it is taken once it is confirmed. */
export function isUnspendable(code: FindingCode): code is UnspendableReason {
  return unspendableReasons.some((reason) => reason === code);
}

/** In a sentence for the merchant. */
export const findingSentences: Readonly<Record<FindingCode, string>> = {
  burn_address: 'No key exists for this address: it is used to destroy coins, and payments to it are lost.',
  precompile: 'This address belongs to the network itself and has no key: payments to it are lost.',
  system_contract: 'This is a contract that many programs share, not a wallet: payments to it are lost.',
  token_contract: 'This is the contract of a token, not a wallet: payments to it are lost.',
  contract: 'A contract that is no known wallet is at this address: it may have no way to send what it receives.',
  shared_wallet: 'This looks like the wallet of an exchange or another service, which cannot tell whose payment it is.',
};

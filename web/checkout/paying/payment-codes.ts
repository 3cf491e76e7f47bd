// What a code to scan says: only what no wallet can misread, unless the customer asks for more.
import type { Transaction } from '../rules/payment-objects.ts';

export interface PaymentCodes {
  /** The address and nothing else: every wallet and every exchange reads it, and none takes it for anything else. */
  readonly address: string;
  /** The payment link that names the amount too, or null where there is none that names both. */
  readonly withAmount: string | null;
  /** What is shown first. */
  readonly first: 'address' | 'withAmount';
}

/**
 * A native coin is asked for with its amount (BIP-321, EIP-681). A token is not: some wallets take the token's contract
 * out of an EIP-681 link and send the money there (https://github.com/MyEtherWallet/MyEtherWallet/issues/5185,
 * https://github.com/MetaMask/metamask-extension/issues/28527), others refuse the link
 * (https://github.com/MetaMask/metamask-mobile/issues/27896, https://github.com/trustwallet/wallet-core/issues/4651).
 */
export function paymentCodes(transaction: Pick<Transaction, 'payment_uri' | 'to' | 'contract'>): PaymentCodes {
  const { payment_uri: uri, to: address, contract } = transaction;
  // A link that pays somebody else than the transaction says is not shown.
  const paysHere = uri?.toLowerCase().includes(address.toLowerCase()) && /[?&](?:amount|value|uint256)=/.test(uri);
  const withAmount = uri && paysHere ? uri : null;
  return { address, withAmount, first: withAmount !== null && contract === null ? 'withAmount' : 'address' };
}

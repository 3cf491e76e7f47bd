// The content of QR codes: only what every wallet reads correctly, unless the customer asks for more.
import type { Transaction } from '../../rules/payment-objects.ts';

export interface PaymentCodes {
  /** The plain address: every wallet and every exchange reads it as an address. */
  readonly address: string;
  /** The payment URI with address and amount, or null if there is none with both. */
  readonly withAmount: string | null;
  /** The code that is shown first. */
  readonly first: 'address' | 'withAmount';
}

/**
 * A native coin gets a URI with its amount (BIP-321, EIP-681). A token does not: some wallets take the token's contract
 * out of an EIP-681 URI and send the money there (https://github.com/MyEtherWallet/MyEtherWallet/issues/5185,
 * https://github.com/MetaMask/metamask-extension/issues/28527), others reject the URI
 * (https://github.com/MetaMask/metamask-mobile/issues/27896, https://github.com/trustwallet/wallet-core/issues/4651).
 */
export function paymentCodes(transaction: Pick<Transaction, 'payment_uri' | 'to' | 'contract'>): PaymentCodes {
  const { payment_uri: uri, to: address, contract } = transaction;
  // A URI that pays another address than the transaction's is not shown.
  const paysHere = uri?.toLowerCase().includes(address.toLowerCase()) && /[?&](?:amount|value|uint256)=/.test(uri);
  const withAmount = uri && paysHere ? uri : null;
  return { address, withAmount, first: withAmount !== null && contract === null ? 'withAmount' : 'address' };
}

// Turns a payment request URI (EIP-681) into the call that a browser wallet signs.
import type { Transaction } from './payment-objects.ts';

/** The parameters of eth_sendTransaction, and the chain it must be sent on. Quantities are 0x-prefixed hexadecimal. */
export interface PaymentCall {
  readonly chainId: bigint;
  readonly to: string;
  readonly value: string;
  readonly data: string;
}

/**
 * Reads `ethereum:<to>@<chain>?value=…` or `ethereum:<contract>@<chain>/transfer?address=…&uint256=…`. Null for any
 * other URI, and if it names another recipient or contract than the transaction: a disagreement about the recipient
 * means that neither can be trusted. https://eips.ethereum.org/EIPS/eip-681
 */
export function paymentCall(transaction: Pick<Transaction, 'payment_uri' | 'to' | 'contract'>): PaymentCall | null {
  const parts = /^ethereum:(?:pay-)?(0x[0-9a-f]{40})@([0-9]+)(\/transfer)?\?(.+)$/i.exec(transaction.payment_uri ?? '');
  if (parts === null) return null;
  const target = parts[1] as string;
  const chainId = BigInt(parts[2] as string);
  const query = new URLSearchParams(parts[4]);
  const contract = transaction.contract ?? '';

  if (parts[3] === undefined) {
    const value = wholeNumber(query.get('value'));
    if (value === null || contract !== '' || !same(target, transaction.to)) return null;
    return { chainId, to: target, value: quantity(value), data: '0x' };
  }
  const amount = wholeNumber(query.get('uint256'));
  const recipient = query.get('address') ?? '';
  if (amount === null || !same(target, contract) || !same(recipient, transaction.to)) return null;
  return { chainId, to: target, value: '0x0', data: transferData(recipient, amount) };
}

/** A number as JSON-RPC writes quantities: hexadecimal, without leading zeros. */
export function quantity(value: bigint): string {
  return `0x${value.toString(16)}`;
}

/** Calldata of ERC-20 `transfer(address,uint256)`; the first four bytes are its selector. */
function transferData(recipient: string, amount: bigint): string {
  return `0xa9059cbb${word(recipient.slice(2).toLowerCase())}${word(amount.toString(16))}`;
}

function word(hex: string): string {
  return hex.padStart(64, '0');
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function wholeNumber(text: string | null): bigint | null {
  return text !== null && /^[0-9]{1,78}$/.test(text) && BigInt(text) > 0n ? BigInt(text) : null;
}

// Payment links for wallets and QR codes, by BIP-21 as updated by BIP-321.
import type { UtxoParams } from './params.ts';

/**
 * Returns `<scheme>:<address>?amount=<coins>`. The address precedes the query, where every wallet looks for it. Amounts
 * are in whole coins with all eight decimals, as both BIPs require, never in smallest units or with an exponent. Null
 * leaves the amount to the payer.
 */
export function utxoPaymentUri(address: string, amount: bigint | null, { scheme }: UtxoParams): string {
  if (amount === null) return `${scheme}:${address}`;
  const coins = amount / unitsPerCoin;
  return `${scheme}:${address}?amount=${coins}.${(amount % unitsPerCoin).toString().padStart(8, '0')}`;
}

const unitsPerCoin = 100_000_000n;

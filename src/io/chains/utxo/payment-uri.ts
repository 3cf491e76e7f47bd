// Payment links for wallets and QR codes, after BIP-21 as BIP-321 has it now.
import type { UtxoParams } from './params.ts';

/**
 * `<scheme>:<address>?amount=<coins>`. The address stands in front of the query, where every wallet looks for it.
 * Amounts are in whole coins with all eight decimals, as both BIPs want them: never smallest units, never an exponent.
 * Null leaves the amount to the payer.
 */
export function utxoPaymentUri(address: string, amount: bigint | null, { scheme }: UtxoParams): string {
  if (amount === null) return `${scheme}:${address}`;
  const coins = amount / unitsPerCoin;
  return `${scheme}:${address}?amount=${coins}.${(amount % unitsPerCoin).toString().padStart(8, '0')}`;
}

const unitsPerCoin = 100_000_000n;

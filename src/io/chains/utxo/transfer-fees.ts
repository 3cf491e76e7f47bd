// Estimates the cost of a transfer on UTXO chains: the fee rate times the size of a usual transfer.
import type { TransferFees } from '../chain.ts';
import { unlessRefused } from '../endpoint-fault.ts';
import type { Caller } from './node/node-calls.ts';
import { readFields } from './node/raw.ts';
import type { UtxoParams } from './params.ts';

/** The number of blocks within which the transfer should be mined. */
export const feeBlocks = 6;

/**
 * Virtual bytes of a transfer with one input, the payment and the change: of P2WPKH (BIP-141's sizes), or of P2PKH
 * without segregated witness.
 */
const bytes = { segwit: 141n, plain: 226n };

/**
 * `rate` and `relayRate` (of nodes) are smallest units for a thousand virtual bytes, null if not known. Returns null if
 * both are null.
 */
export function feesAt(rate: bigint | null, { hrp }: UtxoParams, relayRate: bigint | null = null): TransferFees | null {
  const relayed = relayRate === null ? {} : { relayRate };
  if (rate === null) return relayRate === null ? null : { coin: null, token: null, ...relayed };
  const coin = (rate * (hrp === null ? bytes.plain : bytes.segwit) + 999n) / 1_000n;
  return { coin, token: null, ...relayed };
}

/** Uses estimatesmartfee of Bitcoin Core; null if the node has too little data. Throws ChainFault. */
export async function nodeFeeRate(node: Caller): Promise<bigint | null> {
  const answer = await unlessRefused(node.call('estimatesmartfee', [feeBlocks]));
  return answer === null ? null : feeRateIn(readFields(answer, 'estimate of a fee').feerate, 1e8);
}

/** The lowest rate that the node relays, from getnetworkinfo; null if it does not answer. Throws ChainFault. */
export async function nodeRelayRate(node: Caller): Promise<bigint | null> {
  const answer = await unlessRefused(node.call('getnetworkinfo', []));
  return answer === null ? null : feeRateIn(readFields(answer, 'state of a node').relayfee, 1e8);
}

/**
 * `unit` is the cost of a thousand virtual bytes in smallest units at a rate of 1. Null for a value that is no rate.
 */
export function feeRateIn(told: unknown, unit: number): bigint | null {
  if (typeof told !== 'number' || !Number.isFinite(told) || told <= 0) return null;
  const rate = Math.round(told * unit);
  return Number.isSafeInteger(rate) ? BigInt(rate) : null;
}

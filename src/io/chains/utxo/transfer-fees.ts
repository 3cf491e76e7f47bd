// What a transfer costs its sender about, on chains of outputs: the rate of fees, times the size of a usual one.
import type { TransferFees } from '../chain.ts';
import { unlessRefused } from '../endpoint-fault.ts';
import type { Caller } from './node/node-calls.ts';
import { readFields } from './node/raw.ts';
import type { UtxoParams } from './params.ts';

/** Within how many blocks it is to be mined. */
export const feeBlocks = 6;

/**
 * Virtual bytes of one input, what is paid and the change: of P2WPKH (BIP-141's sizes), and where there is no
 * segregated witness of P2PKH.
 */
const bytes = { segwit: 141n, plain: 226n };

/**
 * `rate`, and `relayRate` of nodes: smallest units for a thousand virtual bytes; null where it is not known. Null where
 * neither is.
 */
export function feesAt(rate: bigint | null, { hrp }: UtxoParams, relayRate: bigint | null = null): TransferFees | null {
  const relayed = relayRate === null ? {} : { relayRate };
  if (rate === null) return relayRate === null ? null : { coin: null, token: null, ...relayed };
  const coin = (rate * (hrp === null ? bytes.plain : bytes.segwit) + 999n) / 1_000n;
  return { coin, token: null, ...relayed };
}

/** By estimatesmartfee of Bitcoin Core; null where the node has seen too little to tell. Throws ChainFault. */
export async function nodeFeeRate(node: Caller): Promise<bigint | null> {
  const answer = await unlessRefused(node.call('estimatesmartfee', [feeBlocks]));
  return answer === null ? null : feeRateIn(readFields(answer, 'estimate of a fee').feerate, 1e8);
}

/** The least rate that the node relays, by getnetworkinfo; null where it does not answer. Throws ChainFault. */
export async function nodeRelayRate(node: Caller): Promise<bigint | null> {
  const answer = await unlessRefused(node.call('getnetworkinfo', []));
  return answer === null ? null : feeRateIn(readFields(answer, 'state of a node').relayfee, 1e8);
}

/** `unit`: how many smallest units a thousand virtual bytes cost at a rate of 1. Null for what is no rate. */
export function feeRateIn(told: unknown, unit: number): bigint | null {
  if (typeof told !== 'number' || !Number.isFinite(told) || told <= 0) return null;
  const rate = Math.round(told * unit);
  return Number.isSafeInteger(rate) ? BigInt(rate) : null;
}

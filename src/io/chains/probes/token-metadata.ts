// Reads what a token's contract says about itself, and the pace of a chain's blocks, from one EVM endpoint.
import { quantity } from '../accounts/raw.ts';
import { unlessRefused } from '../endpoint-fault.ts';
import { readHeader } from '../evm/scan/raw-block.ts';
import { type JsonRpcClient, jsonRpcClient } from '../json-rpc.ts';
import { probeClientLimits } from './probe.ts';

/** ERC-20's optional metadata (EIP-20). A member is null if the contract does not return it. */
export interface TokenMetadata {
  readonly hasCode: boolean;
  readonly decimals: number | null;
  readonly symbol: string | null;
  readonly name: string | null;
}

export interface ChainFacts {
  /** In the order of the contracts. */
  readonly tokens: readonly TokenMetadata[];
  /** The mean time between the last blocks, in seconds; null for a chain with fewer than two blocks. */
  readonly secondsPerBlock: number | null;
}

/** The family of networks that an operator can add: one chain id and one endpoint describe them. */
export const addedFamily = 'EVM' as const;

const selectors = { decimals: '0x313ce567', symbol: '0x95d89b41', name: '0x06fdde03' };
const paceBlocks = 100;

/** Throws ChainFault. */
export async function readChainFacts(url: string, contracts: readonly string[]): Promise<ChainFacts> {
  const client = jsonRpcClient({ url, ...probeClientLimits });
  try {
    const tokens: TokenMetadata[] = [];
    for (const contract of contracts) tokens.push(await metadataOf(client, contract));
    return { tokens, secondsPerBlock: await paceOf(client) };
  } finally {
    await client.close();
  }
}

async function metadataOf(client: JsonRpcClient, contract: string): Promise<TokenMetadata> {
  const ask = (data: string) => unlessRefused(client.call('eth_call', [{ to: contract, data }, 'latest']));
  const code = await client.call('eth_getCode', [contract, 'latest']);
  const decimals = wordIn(await ask(selectors.decimals));
  return {
    hasCode: typeof code === 'string' && code.length > 2,
    decimals: decimals === null || decimals > 255n ? null : Number(decimals),
    symbol: textIn(await ask(selectors.symbol)),
    name: textIn(await ask(selectors.name)),
  };
}

async function paceOf(client: JsonRpcClient): Promise<number | null> {
  const head = readHeader(await client.call('eth_getBlockByNumber', ['latest', false]));
  const back = Math.min(paceBlocks, head.number);
  if (back === 0) return null;
  const raw = await unlessRefused(client.call('eth_getBlockByNumber', [quantity(head.number - back), false]));
  return raw === null ? null : Math.max(0, head.time - readHeader(raw).time) / back;
}

function wordIn(answer: unknown): bigint | null {
  return typeof answer === 'string' && /^0x[0-9a-f]{64}$/i.test(answer) ? BigInt(answer) : null;
}

const longestText = 100;

/** A string of the contract ABI, or the bytes32 of older tokens, without control characters. */
export function textIn(answer: unknown): string | null {
  if (typeof answer !== 'string' || !/^0x(?:[0-9a-f]{64})+$/i.test(answer)) return null;
  const bytes = Buffer.from(answer.slice(2), 'hex');
  if (bytes.length === 32) return printable(bytes.subarray(0, endOf(bytes)));
  if (bytes.length < 64 || bytes.readBigUInt64BE(24) !== 32n) return null;
  const length = bytes.readBigUInt64BE(56);
  if (length > BigInt(longestText * 4) || bytes.length < 64 + Number(length)) return null;
  return printable(bytes.subarray(64, 64 + Number(length)));
}

function endOf(bytes: Buffer): number {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes.length : end;
}

function printable(bytes: Buffer): string | null {
  const text = bytes
    .toString('utf8')
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return text === '' || [...text].length > longestText ? null : text;
}

// The stand-in's JSON-RPC, /jsonrpc, with TRON's own limits and errors instead of Ethereum's.
import { numberToHex } from 'viem';
import type { Json } from '../client.ts';
import type { TronBlock } from './ledger.ts';

export interface RpcView {
  readonly chainId: number;
  /** In sun. */
  readonly energyFee: number;
  readonly shown: readonly TronBlock[];
  readonly solidified: TronBlock;
  /** Older nodes do not support the tag `finalized`. */
  readonly finalizedTag: boolean;
  readonly logs: 'whole' | 'empty' | 'cut';
}

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params?: readonly Json[];
}

/** Every response is HTTP 200, as a node's. */
export function rpcAnswer({ id, method, params = [] }: Call, view: RpcView): unknown {
  try {
    return { jsonrpc: '2.0', id, result: resultOf(method, params, view) };
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error;
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message, data: '{}' } };
  }
}

class RpcRefusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const mostBlocks = 5_000;
const mostLogs = 10_000;

function resultOf(method: string, params: readonly Json[], view: RpcView): unknown {
  switch (method) {
    case 'eth_chainId':
    case 'net_version':
      return numberToHex(view.chainId);
    case 'eth_gasPrice':
      return numberToHex(view.energyFee);
    case 'eth_blockNumber':
      return numberToHex(view.shown.length - 1);
    case 'eth_getBlockByNumber':
      return header(blockAt(params[0], view));
    case 'eth_getLogs':
      return logsOf(params[0], view);
    default:
      throw new RpcRefusal(-32601, `the method ${method} does not exist/is not available`);
  }
}

function blockAt(place: string, { shown, solidified, finalizedTag }: RpcView): TronBlock | undefined {
  if (place === 'latest') return shown.at(-1);
  if (place === 'earliest') return shown[0];
  if (place === 'pending') throw new RpcRefusal(-32602, 'TAG pending not supported');
  if (place === 'finalized' && finalizedTag) return solidified;
  if (!/^0x[0-9a-f]+$/.test(place)) throw new RpcRefusal(-32602, 'invalid block number');
  return shown[Number(place)];
}

function header(block: TronBlock | undefined): unknown {
  if (block === undefined) return null;
  const { number = 0, parentHash, timestamp = 0, txTrieRoot } = block.block_header.raw_data;
  return {
    number: numberToHex(number),
    hash: `0x${block.blockID}`,
    parentHash: `0x${parentHash}`,
    timestamp: numberToHex(Math.floor(timestamp / 1000)),
    transactionsRoot: `0x${txTrieRoot}`,
    stateRoot: '0x',
    logsBloom: `0x${'0'.repeat(512)}`,
    transactions: block.transactions.map(({ txID }) => `0x${txID}`),
  };
}

function logsOf(filter: Json, { shown, logs }: RpcView): unknown[] {
  const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)];
  if (from > to) throw new RpcRefusal(-32602, 'please verify: fromBlock <= toBlock');
  if (to - from > mostBlocks) throw new RpcRefusal(-32602, `exceed max block range: ${mostBlocks}`);
  for (const [at, address] of filter.address.entries())
    if (!/^0x[0-9a-f]{40}$/i.test(address)) throw new RpcRefusal(-32602, `invalid address at index ${at}: ${address}`);
  if (logs === 'empty') return [];
  const found = shown.slice(from, to + 1).flatMap((block) => logsIn(block, filter));
  if (found.length > mostLogs) throw new RpcRefusal(-32005, `query returned more than ${mostLogs} results`);
  return logs === 'cut' ? found.slice(0, -1) : found;
}

function logsIn(block: TronBlock, { address: addresses, topics }: Json): unknown[] {
  const wanted = new Set(addresses.map((address: string) => address.toLowerCase()));
  let index = -1;
  return block.results.flatMap(({ id, log = [] }: Json, transactionIndex) =>
    log.flatMap((one: Json) => {
      index += 1;
      if (!wanted.has(`0x${one.address}`) || `0x${one.topics[0]}` !== topics[0]) return [];
      return [
        {
          address: `0x${one.address}`,
          blockHash: `0x${block.blockID}`,
          blockNumber: numberToHex(block.block_header.raw_data.number ?? 0),
          transactionHash: `0x${id}`,
          transactionIndex: numberToHex(transactionIndex),
          logIndex: numberToHex(index),
          removed: false,
          topics: one.topics.map((topic: string) => `0x${topic}`),
          data: `0x${one.data}`,
        },
      ];
    }),
  );
}

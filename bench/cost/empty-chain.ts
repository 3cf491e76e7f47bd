// An endpoint of an EVM chain without any transactions. It counts every call and every byte.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { emptyBlocks } from './empty-blocks.ts';

export interface EmptyChain {
  readonly url: string;
  /** Resets the counters. */
  reset(): void;
  /** The number of calls by method since the reset. */
  readonly calls: ReadonlyMap<string, number>;
  /** The bytes of responses since the reset, without HTTP headers. */
  readonly bytes: number;
  close(): Promise<void>;
}

export interface EmptyChainOptions {
  readonly chainId: number;
  /** Seconds between blocks, on the chain's clock. */
  readonly blockSeconds: number;
  /** How many seconds of the chain pass in one real second. */
  readonly speed: number;
  /** The time of some block, in Unix seconds. All blocks are a multiple of blockSeconds away from it. */
  readonly from?: number;
  /** Whether hashes are computed from headers, as on a real chain. Needed if the chain is read block by block. */
  readonly isHashed?: boolean;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

const startHeight = 1_000_000;
/** Headers of lower blocks are never read. */
const firstHashed = startHeight - 3_000;

export async function startEmptyChain(options: EmptyChainOptions): Promise<EmptyChain> {
  const calls = new Map<string, number>();
  let bytes = 0;
  const began = Date.now() / 1000;
  const { blockSeconds, speed, chainId } = options;
  const origin = options.from ?? 0;
  const first = origin + Math.floor((began - origin) / blockSeconds) * blockSeconds;
  const height = () => startHeight + Math.floor((began - first + (Date.now() / 1000 - began) * speed) / blockSeconds);
  const timeOf = (number: number) => Math.floor(first + (number - startHeight) * blockSeconds);
  const block = emptyBlocks(timeOf, options.isHashed === true ? firstHashed : null);
  const answer = ({ method, params }: Call): unknown => {
    calls.set(method, (calls.get(method) ?? 0) + 1);
    switch (method) {
      case 'eth_chainId':
        return { result: quantity(chainId) };
      case 'eth_blockNumber':
        return { result: quantity(height()) };
      case 'eth_getBlockByNumber': {
        const number = heightOf(params[0], height());
        return { result: number > height() ? null : block(number) };
      }
      case 'eth_getLogs':
      case 'eth_getBlockReceipts':
      case 'trace_block':
      case 'debug_traceBlockByNumber':
      case 'debug_traceBlockByHash':
        return { result: [] };
      case 'eth_getBalance':
      case 'eth_getTransactionCount':
        return { result: '0x0' };
      case 'eth_getCode':
        return { result: '0x' };
      case 'eth_call':
        return callResult(params[0] as { data?: string; input?: string });
      default:
        return { error: { code: -32601, message: `the method ${method} does not exist` } };
    }
  };
  const server = createServer((request, response) => {
    void serve(request, response, answer).then((sent) => {
      bytes += sent;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reset() {
      calls.clear();
      bytes = 0;
    },
    calls,
    get bytes() {
      return bytes;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (call: Call) => unknown,
): Promise<number> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const asked = JSON.parse(Buffer.concat(parts).toString('utf8')) as Call | Call[];
  const one = (call: Call) => ({ jsonrpc: '2.0', id: call.id, ...(answer(call) as object) });
  const body = JSON.stringify(Array.isArray(asked) ? asked.map(one) : one(asked));
  response.setHeader('content-type', 'application/json');
  response.end(body);
  return Buffer.byteLength(body);
}

/** Multicall3's aggregate3 returns zero balances; calls of a token fail. */
function callResult({ data, input }: { data?: string; input?: string }): unknown {
  const text = data ?? input ?? '0x';
  if (!text.startsWith('0x82ad56cb')) return { error: { code: 3, message: 'execution reverted', data: '0x' } };
  const count = Number.parseInt(text.slice(10 + 64, 10 + 128), 16);
  const offsets = Array.from({ length: count }, (_, at) => word(32 * count + 128 * at)).join('');
  const results = Array.from({ length: count }, () => `${word(1)}${word(0x40)}${word(0x20)}${word(0)}`).join('');
  return { result: `0x${word(0x20)}${word(count)}${offsets}${results}` };
}

function heightOf(place: unknown, head: number): number {
  if (place === 'latest') return head;
  if (place === 'finalized' || place === 'safe') return head - 64;
  return Number(place);
}

function quantity(value: number): string {
  return `0x${value.toString(16)}`;
}

function word(value: number): string {
  return value.toString(16).padStart(64, '0');
}

// An EVM chain on which nothing happens, as an endpoint serves it: every call and every byte is counted.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Hex, keccak256, toRlp } from 'viem';

export interface EmptyChain {
  readonly url: string;
  /** Counts from now on. */
  reset(): void;
  /** How often each method was called since. */
  readonly calls: ReadonlyMap<string, number>;
  /** Of answers, without headers of HTTP, since. */
  readonly bytes: number;
  close(): Promise<void>;
}

export interface EmptyChainOptions {
  readonly chainId: number;
  /** Seconds from block to block, on the chain's clock. */
  readonly blockSeconds: number;
  /** How many seconds of the chain pass in one of ours. */
  readonly speed: number;
  /** A time at which a block came, in Unix seconds: all are a multiple of blockSeconds away from it. */
  readonly from?: number;
  /** Hashes are those of the headers, as on a real chain: for a chain that is read block by block. */
  readonly isHashed?: boolean;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

const startHeight = 1_000_000;
/** What is below is never read with its header. */
const firstHashed = startHeight - 3_000;
const emptyTrie = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const noUncles = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';

export async function startEmptyChain(options: EmptyChainOptions): Promise<EmptyChain> {
  const calls = new Map<string, number>();
  let bytes = 0;
  const began = Date.now() / 1000;
  const { blockSeconds, speed, chainId } = options;
  const origin = options.from ?? 0;
  const first = origin + Math.floor((began - origin) / blockSeconds) * blockSeconds;
  const height = () => startHeight + Math.floor((began - first + (Date.now() / 1000 - began) * speed) / blockSeconds);
  const header = (number: number, parentHash: string) => ({
    ...{ number: quantity(number), parentHash },
    ...{ timestamp: quantity(Math.floor(first + (number - startHeight) * blockSeconds)), logsBloom: zeros(256) },
    ...{ transactionsRoot: emptyTrie, receiptsRoot: emptyTrie, sha3Uncles: noUncles, stateRoot: zeros(32) },
    ...{ gasLimit: '0x1c9c380', gasUsed: '0x0', miner: zeros(20), baseFeePerGas: '0x7', extraData: '0x' },
    ...{ difficulty: '0x0', nonce: zeros(8), mixHash: zeros(32) },
  });
  const hashes = new Map<number, string>();
  const hash = (number: number): string => {
    if (options.isHashed !== true || number < firstHashed) return hashOf(number);
    for (let next = firstHashed + hashes.size; next <= number; next += 1)
      hashes.set(next, headerHash(header(next, hashes.get(next - 1) ?? hashOf(next - 1))));
    return hashes.get(number) as string;
  };
  const block = (number: number) => ({
    ...{ ...header(number, hash(number - 1)), hash: hash(number), transactions: [], uncles: [], size: '0x220' },
  });
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

/** Multicall3's aggregate3 answers as many balances of nothing; a token tells that it cannot be asked. */
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

function hashOf(number: number): string {
  return `0x${createHash('sha256').update(String(number)).digest('hex')}`;
}

/** Of a block since EIP-1559: Keccak-256 of its RLP (Yellow Paper §4.4). */
function headerHash(header: Readonly<Record<string, string>>): string {
  const number = (name: string) => (BigInt(header[name] as string) === 0n ? '0x' : evenHex(header[name] as string));
  const text = (name: string) => header[name] as Hex;
  return keccak256(
    toRlp([
      ...['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom'].map(text),
      ...['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp'].map(number),
      ...['extraData', 'mixHash', 'nonce'].map(text),
      number('baseFeePerGas'),
    ] as Hex[]),
  );
}

function evenHex(value: string): Hex {
  const digits = value.slice(2);
  return `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`;
}

function quantity(value: number): string {
  return `0x${value.toString(16)}`;
}

function zeros(bytes: number): string {
  return `0x${'00'.repeat(bytes)}`;
}

function word(value: number): string {
  return value.toString(16).padStart(64, '0');
}

// Serves the recorded chain from prepared buffers in a separate process, so that the scanner is measured and not a
// node.
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChainFacts, RecordedBlock } from './recorded-chain.ts';

/** Starts the server, or asks a running one for the number of calls since the last request. */
export type ReplayOrder = { readonly file: string; readonly latencyMs: number } | { readonly count: true };
export type ReplayAnswer = { readonly url: string } | { readonly calls: number; readonly requests: number };

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly [unknown, unknown];
}

interface Served {
  readonly block: Buffer;
  readonly hash: string;
  /** Each log with its emitter, and all logs joined. */
  readonly logs: readonly { readonly address: string; readonly json: Buffer }[];
  readonly allLogs: Buffer;
}

let facts: ChainFacts;
const served = new Map<number, Served>();
const numbers = new Map<string, number>();
const receipts = new Map<string, Buffer>();
const filtered = new Map<string, Buffer>();
let latencyMs = 0;
let calls = 0;
let requests = 0;

process.on('message', (order: ReplayOrder) => {
  if ('count' in order) {
    process.send?.({ calls, requests } satisfies ReplayAnswer);
    calls = 0;
    requests = 0;
    return;
  }
  load(order.file);
  latencyMs = order.latencyMs;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[];
    if (latencyMs === 0) answer(asked, response);
    else setTimeout(() => answer(asked, response), latencyMs);
  });
  // Room for a scanner that opens all its connections at once.
  server.listen({ port: 0, host: '127.0.0.1', backlog: 512 }, () =>
    process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } satisfies ReplayAnswer),
  );
});
process.once('disconnect', () => process.exit());

function load(file: string): void {
  const [head, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  facts = JSON.parse(head as string) as ChainFacts;
  for (const line of lines) {
    const recorded = JSON.parse(line) as RecordedBlock;
    const logs = recorded.logs.map((log) => ({ address: log.address, json: Buffer.from(JSON.stringify(log)) }));
    const number = Number(recorded.block.number);
    const { hash } = recorded.block;
    served.set(number, {
      block: Buffer.from(JSON.stringify(recorded.block)),
      hash,
      logs,
      allLogs: joined(logs.map(({ json }) => json)),
    });
    numbers.set(hash, number);
    for (const receipt of recorded.receipts)
      receipts.set(receipt.transactionHash, Buffer.from(JSON.stringify(receipt)));
  }
}

function answer(asked: Call | Call[], response: ServerResponse): void {
  requests += 1;
  const body = Array.isArray(asked)
    ? Buffer.concat([Buffer.from('['), joined(asked.map(one)), Buffer.from(']')])
    : one(asked);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}

function one({ id, method, params }: Call): Buffer {
  calls += 1;
  const result = resultOf(method, params);
  return result === undefined
    ? Buffer.from(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"${method} is not recorded"}}`)
    : Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":`), result, Buffer.from('}')]);
}

function resultOf(method: string, [first]: readonly unknown[]): Buffer | undefined {
  if (method === 'eth_chainId') return Buffer.from(`"0x${facts.chainId.toString(16)}"`);
  if (method === 'eth_blockNumber') return Buffer.from(`"0x${facts.last.toString(16)}"`);
  if (method === 'eth_getBlockByNumber') return served.get(numberOf(first))?.block ?? Buffer.from('null');
  if (method === 'eth_getTransactionReceipt') return receipts.get(String(first)) ?? Buffer.from('null');
  if (method === 'eth_getLogs') return logsOf(first as LogFilter);
  return undefined;
}

interface LogFilter {
  readonly fromBlock?: string;
  readonly toBlock?: string;
  readonly blockHash?: string;
  readonly address?: string | readonly string[];
}

/** Only Transfer logs were recorded, so topics need not be compared. */
function logsOf({ fromBlock, toBlock, blockHash, address }: LogFilter): Buffer {
  const only = blockHash === undefined ? null : (numbers.get(blockHash) ?? 0);
  const first = only ?? numberOf(fromBlock);
  const last = only ?? numberOf(toBlock);
  const addresses = address === undefined ? null : new Set([address].flat().map((one) => one.toLowerCase()));
  const parts: Buffer[] = [];
  for (let number = first; number <= last; number += 1) {
    const block = served.get(number);
    if (block !== undefined) parts.push(addresses === null ? block.allLogs : logsFrom(block, addresses));
  }
  return Buffer.concat([Buffer.from('['), joined(parts.filter(({ length }) => length > 0)), Buffer.from(']')]);
}

function logsFrom(block: Served, addresses: ReadonlySet<string>): Buffer {
  const key = `${block.hash} ${[...addresses].join()}`;
  let buffer = filtered.get(key);
  if (buffer === undefined) {
    buffer = joined(block.logs.filter(({ address }) => addresses.has(address)).map(({ json }) => json));
    filtered.set(key, buffer);
  }
  return buffer;
}

function numberOf(tag: unknown): number {
  return tag === 'latest' || tag === 'finalized' ? facts.last : Number(tag);
}

function joined(parts: readonly Buffer[]): Buffer {
  const comma = Buffer.from(',');
  return Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [comma, part])));
}

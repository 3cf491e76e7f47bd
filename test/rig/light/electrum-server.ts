// A server of the Electrum protocol, version 1.4, written from its documentation, on top of any script index.
import { createHash } from 'node:crypto';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { ScriptIndex, Touch } from './script-index.ts';

/** Changes the index that a server shows; see index-lies.ts. */
export type Lie = (honest: ScriptIndex) => ScriptIndex;

export interface ElectrumServerOptions {
  /** The certificate and its key for TLS; plain TCP by default. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /**
   * The interval in milliseconds at which it checks for notifications. 50 by default; 0 disables it except by `look`.
   */
  readonly lookMillis?: number;
}

export interface ElectrumServer {
  readonly url: string;
  /** Serves the changed index from now on; null for the true one. */
  lie(how: Lie | null): void;
  /** While true, closes every connection at once. */
  breakOff(broken: boolean): void;
  /** While true, keeps its connections but neither reads nor responds. */
  freeze(frozen: boolean): void;
  /** Sends this line in place of the next response. */
  answerNext(line: string | null): void;
  /** Refreshes the index and notifies its clients of changes. */
  look(): Promise<void>;
  /** The number of calls of a method, or of all methods. */
  calls(method?: string): number;
  /** The number of connections so far. */
  readonly connections: number;
  /** Bytes of the protocol in both directions. */
  readonly bytes: number;
  stop(): Promise<void>;
}

interface Client {
  readonly socket: Socket;
  readonly send: (message: object) => void;
  subscribed: boolean;
  tip: string;
  /** The last sent status, by script. */
  readonly scripts: Map<string, string | null>;
}

class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The state of a running server: settings of the test, and counters. */
interface State {
  lie: Lie | null;
  broken: boolean;
  frozen: boolean;
  next: string | null;
  connections: number;
  bytes: number;
  readonly clients: Set<Client>;
  readonly heard: Map<string, number>;
}

/** Listens on a free port of 127.0.0.1. */
export async function startElectrumServer(
  index: ScriptIndex,
  { tls, lookMillis = 50 }: ElectrumServerOptions = {},
): Promise<ElectrumServer> {
  const state: State = {
    lie: null,
    broken: false,
    frozen: false,
    next: null,
    connections: 0,
    bytes: 0,
    clients: new Set<Client>(),
    heard: new Map<string, number>(),
  };
  const look = async (): Promise<void> => {
    await index.refresh();
    for (const client of state.clients) tell(state.lie?.(index) ?? index, client);
  };
  const accept = (socket: Socket) => serve(index, state, socket);
  const server = tls === undefined ? createTcpServer(accept) : createTlsServer(tls, accept);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const timer = lookMillis === 0 ? null : setInterval(() => void look().catch(() => undefined), lookMillis);
  const cutAll = () => {
    for (const { socket } of state.clients) socket.destroy();
  };
  const scheme = tls === undefined ? 'electrum+tcp' : 'electrum+tls';
  return {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: (how) => {
      state.lie = how;
    },
    breakOff: (broken) => {
      state.broken = broken;
      if (broken) cutAll();
    },
    freeze: (frozen) => {
      state.frozen = frozen;
    },
    answerNext: (line) => {
      state.next = line;
    },
    look,
    calls: (method) =>
      method === undefined ? [...state.heard.values()].reduce((a, b) => a + b, 0) : (state.heard.get(method) ?? 0),
    get connections() {
      return state.connections;
    },
    get bytes() {
      return state.bytes;
    },
    async stop() {
      if (timer !== null) clearInterval(timer);
      cutAll();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Serves one client. Its requests may arrive together, but are answered in order, as by real servers. */
function serve(index: ScriptIndex, state: State, socket: Socket): void {
  state.connections += 1;
  if (state.broken) return void socket.destroy();
  const send = (message: object): void => {
    const line = `${JSON.stringify(message)}\n`;
    state.bytes += line.length;
    if (!state.frozen) socket.write(line);
  };
  const client: Client = { socket, send, subscribed: false, tip: '', scripts: new Map() };
  state.clients.add(client);
  let rest = '';
  let work = Promise.resolve();
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    state.bytes += chunk.length;
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines)
      work = work.then(() => answer(index, state, client, line)).catch(() => void socket.destroy());
  });
  socket.on('error', () => undefined).on('close', () => state.clients.delete(client));
}

async function answer(index: ScriptIndex, state: State, client: Client, line: string): Promise<void> {
  const { id, method, params = [] } = JSON.parse(line) as { id: number; method: string; params?: unknown[] };
  state.heard.set(method, (state.heard.get(method) ?? 0) + 1);
  await index.refresh();
  if (state.frozen) return;
  const { next } = state;
  state.next = null;
  if (next !== null) return void client.socket.write(`${next}\n`);
  try {
    client.send({ jsonrpc: '2.0', id, result: resultOf(state.lie?.(index) ?? index, client, method, params) });
  } catch (error) {
    const code = error instanceof Refusal ? error.code : -32603;
    client.send({ jsonrpc: '2.0', id, error: { code, message: (error as Error).message } });
  }
}

/** Sends tips before scripts, as real servers do. */
function tell(index: ScriptIndex, client: Client): void {
  const tip = index.hashAt(index.height) ?? '';
  if (client.subscribed && client.tip !== tip) {
    client.tip = tip;
    client.send({ jsonrpc: '2.0', method: 'blockchain.headers.subscribe', params: [tipOf(index)] });
  }
  for (const [script, before] of client.scripts) {
    const status = statusOf(index.historyOf(script));
    if (status === before) continue;
    client.scripts.set(script, status);
    client.send({ jsonrpc: '2.0', method: 'blockchain.scripthash.subscribe', params: [script, status] });
  }
}

function resultOf(index: ScriptIndex, client: Client, method: string, params: readonly unknown[]): unknown {
  const [first, second, third] = params;
  switch (method) {
    case 'server.version':
      return ['quittance rig 1', '1.4'];
    case 'server.ping':
      return null;
    case 'server.features':
      return { genesis_hash: index.hashAt(0), hash_function: 'sha256', protocol_min: '1.4', protocol_max: '1.4' };
    case 'blockchain.headers.subscribe':
      client.subscribed = true;
      client.tip = index.hashAt(index.height) ?? '';
      return tipOf(index);
    case 'blockchain.block.header':
      return there(index.headerAt(Number(first)), `height ${first} out of range`);
    case 'blockchain.block.headers':
      return headersOf(index, Number(first), Math.min(Number(second), 2016));
    case 'blockchain.scripthash.subscribe': {
      const status = statusOf(index.historyOf(String(first)));
      client.scripts.set(String(first), status);
      return status;
    }
    case 'blockchain.scripthash.unsubscribe':
      return client.scripts.delete(String(first));
    case 'blockchain.scripthash.get_history':
      return index.historyOf(String(first)).map(({ txid, height }) => ({ tx_hash: txid, height }));
    case 'blockchain.transaction.get':
      return there(
        index.rawOf(String(first)),
        'No such mempool or blockchain transaction. Use gettransaction for wallet',
      );
    case 'blockchain.transaction.get_merkle': {
      const found = there(
        index.branchOf(String(first), Number(second)),
        `tx ${first} not in block at height ${second}`,
      );
      return { block_height: second, merkle: found.branch, pos: found.position };
    }
    case 'blockchain.transaction.id_from_pos': {
      const txid = there(index.transactionsAt(Number(first))?.[Number(second)] ?? null, `no tx at position ${second}`);
      return third === true ? { tx_hash: txid, merkle: index.branchOf(txid, Number(first))?.branch } : txid;
    }
    default:
      throw new Refusal(-32601, `unknown method "${method}"`);
  }
}

function tipOf(index: ScriptIndex): object {
  return { height: index.height, hex: index.headerAt(index.height) };
}

function headersOf(index: ScriptIndex, first: number, count: number): object {
  const found: string[] = [];
  for (let height = first; found.length < count; height += 1) {
    const header = index.headerAt(height);
    if (header === null) break;
    found.push(header);
  }
  return { count: found.length, hex: found.join(''), max: 2016 };
}

/** As defined in "Status" of the protocol's basics; null if the script has no history. */
export function statusOf(history: readonly Touch[]): string | null {
  if (history.length === 0) return null;
  const text = history.map(({ txid, height }) => `${txid}:${height}:`).join('');
  return createHash('sha256').update(text).digest('hex');
}

/** ElectrumX's error code for data that its node or index does not have. */
function there<T>(value: T | null, why: string): T {
  if (value === null) throw new Refusal(2, `daemon error: ${why}`);
  return value;
}

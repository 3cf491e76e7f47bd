// A server of Esplora's HTTP API, written from its documentation (API.md), on top of any script index.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Lie } from './electrum-server.ts';
import type { ScriptIndex, Touch } from './script-index.ts';

export interface EsploraServer {
  readonly url: string;
  /** Serves the changed index from now on; null for the true one. */
  lie(how: Lie | null): void;
  /** While true, closes every connection at once. */
  breakOff(broken: boolean): void;
  /** Sends this status and text to every request; null ends that. */
  answerAll(instead: { readonly status: number; readonly body: string } | null): void;
  /** The number of requests with this text in the path. */
  requests(part?: string): number;
  /** Bytes in both directions, including HTTP headers. */
  readonly bytes: number;
  stop(): Promise<void>;
}

/** The documented number of mined chain transactions in one response. */
const minedInPage = 25;
const waitingInPage = 50;

/** Thrown for data that the server does not have. */
class NotFound extends Error {}

/** Listens on a free port of 127.0.0.1, with the API under /api. */
export async function startEsploraServer(index: ScriptIndex): Promise<EsploraServer> {
  const state = { lie: null as Lie | null, broken: false, instead: null as { status: number; body: string } | null };
  const asked: string[] = [];
  let closedBytes = 0;
  const sockets = new Set<IncomingMessage['socket']>();
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').replace(/^\/api/, '');
    asked.push(path);
    if (state.broken) return void request.socket.destroy();
    if (state.instead !== null) return void response.writeHead(state.instead.status).end(state.instead.body);
    await index.refresh();
    try {
      const answer = answerOf(state.lie?.(index) ?? index, path.split('/').slice(1));
      if (Buffer.isBuffer(answer)) response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(answer);
      else if (typeof answer === 'string') response.writeHead(200, { 'content-type': 'text/plain' }).end(answer);
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    } catch (error) {
      const status = error instanceof NotFound ? 404 : 500;
      response.writeHead(status, { 'content-type': 'text/plain' }).end((error as Error).message);
    }
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => {
      closedBytes += socket.bytesRead + socket.bytesWritten;
      sockets.delete(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `esplora+http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    lie: (how) => {
      state.lie = how;
    },
    breakOff: (broken) => {
      state.broken = broken;
    },
    answerAll: (instead) => {
      state.instead = instead;
    },
    requests: (part = '') => asked.filter((path) => path.includes(part)).length,
    get bytes() {
      return [...sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, closedBytes);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerOf(index: ScriptIndex, [kind = '', first = '', second = '', ...rest]: readonly string[]): unknown {
  switch (kind) {
    case 'blocks':
      return second === 'height' ? String(index.height) : there(index.hashAt(index.height));
    case 'block-height':
      return there(index.hashAt(Number(first)));
    case 'block':
      return blockAnswer(index, there(index.heightOfBlock(first)), second, rest[0]);
    case 'tx':
      return transactionAnswer(index, first, second, Number(rest[0]));
    case 'scripthash':
      return scriptAnswer(index, first, second, rest);
    default:
      throw new NotFound(`endpoint does not exist: ${kind}`);
  }
}

function blockAnswer(index: ScriptIndex, height: number, what: string, position: string | undefined): unknown {
  const header = there(index.headerAt(height));
  if (what === 'header') return header;
  const txids = there(index.transactionsAt(height));
  if (what === 'txid') return there(txids[Number(position)] ?? null);
  if (what !== '') throw new NotFound(`endpoint does not exist: ${what}`);
  const bytes = Buffer.from(header, 'hex');
  return {
    id: index.hashAt(height),
    height,
    version: bytes.readInt32LE(0),
    timestamp: bytes.readUInt32LE(68),
    tx_count: txids.length,
    size: 1_234,
    weight: 4_321,
    merkle_root: reversed(bytes.subarray(36, 68)),
    previousblockhash: reversed(bytes.subarray(4, 36)),
    nonce: bytes.readUInt32LE(76),
    bits: bytes.readUInt32LE(72),
    difficulty: 1,
    mediantime: bytes.readUInt32LE(68),
  };
}

function transactionAnswer(index: ScriptIndex, txid: string, what: string, output: number): unknown {
  const place = there(index.placeOf(txid), 'Transaction not found');
  switch (what) {
    case 'raw':
      return Buffer.from(there(index.rawOf(txid), 'Transaction not found'), 'hex');
    case 'hex':
      return there(index.rawOf(txid), 'Transaction not found');
    case 'status':
      return statusOf(index, place);
    case 'merkle-proof': {
      const { branch, position } = there(index.branchOf(txid, place.height), 'Transaction not found or is unconfirmed');
      return { block_height: place.height, merkle: branch, pos: position };
    }
    case 'outspend': {
      const spender = index.spenderOf(txid, output);
      return spender === null
        ? { spent: false }
        : { spent: true, txid: spender.txid, vin: 0, status: statusOf(index, spender) };
    }
    default:
      throw new NotFound(`endpoint does not exist: ${what}`);
  }
}

function scriptAnswer(index: ScriptIndex, script: string, what: string, rest: readonly string[]): unknown {
  const history = index.historyOf(script);
  const mined = history.filter(({ height }) => height > 0).reverse();
  const waiting = history.filter(({ height }) => height <= 0);
  if (what === '') return { scripthash: script, chain_stats: statsOf(mined), mempool_stats: statsOf(waiting) };
  const [part, after] = rest;
  const written = (touches: readonly Touch[]) => touches.map((touch) => transactionOf(index, touch));
  if (part === 'mempool') return written(waiting.slice(0, waitingInPage));
  const from = after === undefined ? 0 : mined.findIndex(({ txid }) => txid === after) + 1;
  const page = written(mined.slice(from, from + minedInPage));
  return part === 'chain' ? page : [...written(waiting.slice(0, waitingInPage)), ...page];
}

/** The sums are computed from ids, since they only need to change with the history. */
function statsOf(touches: readonly Touch[]): object {
  const sum = createHash('sha256')
    .update(touches.map(({ txid }) => txid).join(''))
    .digest()
    .readUInt32BE(0);
  const count = touches.length;
  return { tx_count: count, funded_txo_count: count, funded_txo_sum: sum, spent_txo_count: 0, spent_txo_sum: 0 };
}

/** As large as a real response: it contains its bytes twice, which is about the overhead of JSON. */
function transactionOf(index: ScriptIndex, touch: Touch): object {
  const hex = index.rawOf(touch.txid) ?? '';
  return {
    txid: touch.txid,
    version: 2,
    locktime: 0,
    size: hex.length / 2,
    weight: hex.length * 2,
    fee: 1_000,
    vin: [{ scriptsig_asm: hex }],
    vout: [{ scriptpubkey_asm: hex }],
    status: statusOf(index, touch),
  };
}

function statusOf(index: ScriptIndex, { height }: Touch): object {
  if (height <= 0) return { confirmed: false };
  const time = Buffer.from(index.headerAt(height) ?? '00'.repeat(80), 'hex').readUInt32LE(68);
  return { confirmed: true, block_height: height, block_hash: index.hashAt(height), block_time: time };
}

function reversed(bytes: Buffer): string {
  return Buffer.from(bytes).reverse().toString('hex');
}

function there<T>(value: T | null, why = 'Block not found'): T {
  if (value === null) throw new NotFound(why);
  return value;
}

// A proxy in front of a node of the UTXO family that imitates faults: lag, pruning, lost data, false responses, closed
// connections.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Litecoind } from './litecoind.ts';

export interface NodeCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Returns a result or an error in place of the node's response, or null to forward the call. */
export type Spoil = (call: NodeCall, ask: Litecoind['rpc']) => Promise<Told | null> | Told | null;
export type Told =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

export interface UtxoProxy {
  readonly url: string;
  /** Passes each later call to this function first; null ends all faults. */
  spoil(how: Spoil | null): void;
  /** While true, closes every connection at once. */
  breakOff(broken: boolean): void;
  /** Sends this status and text to every request; null ends that. */
  answerAll(instead: { readonly status: number; readonly body: string } | null): void;
  /** The number of received calls of a method, or of all methods. */
  calls(method?: string): number;
  /** The number of bytes of JSON in the responses to a method, or to all methods. */
  bytes(method?: string): number;
  /** The number of received requests, each with one call or several. */
  readonly requests: number;
  stop(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1 and calls the node with its own client. Errors keep the node's HTTP status. */
export async function startUtxoProxy(node: Litecoind): Promise<UtxoProxy> {
  const state = { how: null as Spoil | null, broken: false, instead: null as { status: number; body: string } | null };
  const heard = new Map<string, number>();
  const told = new Map<string, number>();
  let requests = 0;
  const answer = async (call: NodeCall): Promise<object> => {
    heard.set(call.method, (heard.get(call.method) ?? 0) + 1);
    const said = (await state.how?.(call, node.rpc)) ?? (await asked(node, call));
    const { id } = call;
    const whole = 'error' in said ? { result: null, error: said.error, id } : { ...said, error: null, id };
    told.set(call.method, (told.get(call.method) ?? 0) + JSON.stringify(whole).length);
    return whole;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests += 1;
    if (state.broken) return void request.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (state.instead !== null) return void response.writeHead(state.instead.status).end(state.instead.body);
    // Only JSON-RPC is forwarded, because the node has no other interface enabled.
    if (request.method !== 'POST') return void response.writeHead(404).end();
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as NodeCall | NodeCall[];
    const answers = Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body);
    const isRefusal = !Array.isArray(answers) && (answers as { error: unknown }).error !== null;
    response.writeHead(isRefusal ? 500 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answers));
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spoil: (how) => {
      state.how = how;
    },
    breakOff: (broken) => {
      state.broken = broken;
    },
    answerAll: (instead) => {
      state.instead = instead;
    },
    calls: (method) => sumOf(heard, method),
    bytes: (method) => sumOf(told, method),
    get requests() {
      return requests;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sumOf(counts: ReadonlyMap<string, number>, method: string | undefined): number {
  return method === undefined ? [...counts.values()].reduce((a, b) => a + b, 0) : (counts.get(method) ?? 0);
}

async function asked(node: Litecoind, { method, params }: NodeCall): Promise<Told> {
  try {
    return { result: await node.rpc(method, params) };
  } catch (error) {
    const [, message = String(error), code = '-1'] = /^\w+: (.*) \((-?\d+)\)$/s.exec((error as Error).message) ?? [];
    return { error: { code: Number(code), message } };
  }
}

const unknownBlock: Told = { error: { code: -5, message: 'Block not found' } };

/** The node does not know its last blocks. */
export function lagging(blocks: number): Spoil {
  return async ({ method, params }, ask) => {
    const seen = (await ask<number>('getblockcount')) - blocks;
    const hashAt = (number: number) => ask<string>('getblockhash', [number]);
    switch (method) {
      case 'getblockcount':
        return { result: seen };
      case 'getbestblockhash':
        return { result: await hashAt(seen) };
      case 'getblockchaininfo': {
        const info = await ask<object>('getblockchaininfo');
        return { result: { ...info, blocks: seen, headers: seen, bestblockhash: await hashAt(seen) } };
      }
      case 'getblockhash':
        if ((params[0] as number) <= seen) return null;
        return { error: { code: -8, message: 'Block height out of range' } };
      case 'getblock':
      case 'getblockheader':
        return (await heightOf(ask, params[0])) <= seen ? null : unknownBlock;
      default:
        return null;
    }
  };
}

/** The node has pruned the blocks below this one, as with prune= in its configuration, but keeps their headers. */
export function pruned(below: number): Spoil {
  return async ({ method, params }, ask) => {
    if (method !== 'getblock' || (await heightOf(ask, params[0])) >= below) return null;
    return { error: { code: -1, message: 'Block not available (pruned data)' } };
  };
}

/** The node finds no block and no chain transaction. */
export const forgetful: Spoil = ({ method }) => {
  if (method === 'getblock' || method === 'getblockheader') return unknownBlock;
  if (method === 'getrawtransaction' || method === 'getmempoolentry')
    return { error: { code: -5, message: 'No such mempool transaction. Use -txindex' } };
  return method === 'gettxout' ? { result: null } : null;
};

/** The node serves another chain, with a different first block. */
export const stranger: Spoil = ({ method, params }) =>
  method === 'getblockhash' && params[0] === 0 ? { result: 'ab'.repeat(32) } : null;

async function heightOf(ask: Litecoind['rpc'], hash: unknown): Promise<number> {
  try {
    return (await ask<{ height: number }>('getblockheader', [hash, true])).height;
  } catch {
    return -1;
  }
}

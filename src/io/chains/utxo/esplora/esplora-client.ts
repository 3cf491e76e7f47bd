// HTTP with an Esplora server: a request is a path, and a response is JSON, text or bytes.
import { EndpointFault } from '../../endpoint-fault.ts';
import { type Exchange, httpExchange, type RawReply, readJson } from '../../http-exchange.ts';
import type { JsonRpcClient, RpcCall } from '../../json-rpc.ts';

export interface EsploraOptions {
  /** esplora+http:// or esplora+https://, with the path of the API. */
  readonly address: string;
  /** Shown and logged instead of the address. */
  readonly name: string;
  readonly timeoutMs?: number;
}

/** The format of a response. It is the method of a call, with the path as the only parameter. */
export type EsploraMethod = 'json' | 'text' | 'bytes';

/** Opens no socket before the first call. */
export function esploraClient({ address, name, timeoutMs = 15_000 }: EsploraOptions): JsonRpcClient {
  const url = new URL(address.replace(/^esplora\+/, ''));
  const exchange = httpExchange(url, { timeoutMs, connections: 8, maxBytes: 16 * 1024 * 1024 });
  const base = url.pathname.replace(/\/$/, '');
  const call = (method: string, params: readonly unknown[], signal?: AbortSignal) =>
    get({ exchange, name }, method as EsploraMethod, base + String(params[0]), signal);
  const settled = (one: RpcCall, signal?: AbortSignal) =>
    call(one.method, one.params, signal).catch((fault: unknown) => {
      if (fault instanceof EndpointFault && fault.failure === 'refused') return fault;
      throw fault;
    });
  return {
    name,
    call,
    batch: (calls, signal) => Promise.all(calls.map((one) => call(one.method, one.params, signal))),
    settle: (calls, signal) => Promise.all(calls.map((one) => settled(one, signal))),
    close: () => exchange.close(),
  };
}

async function get(
  { exchange, name }: { readonly exchange: Exchange; readonly name: string },
  method: EsploraMethod,
  path: string,
  signal?: AbortSignal,
): Promise<unknown> {
  const reply = await exchange.send(path, null, signal);
  if (reply.status !== 200) throw faultOf(reply, name);
  if (method === 'bytes') return reply.bytes;
  const body = reply.bytes.toString('utf8');
  return method === 'text' ? body.trim() : readJson({ ...reply, body }, name);
}

/** The server reports missing data with 404 and invalid requests with 400, in plain text. */
function faultOf(reply: RawReply, name: string): EndpointFault {
  const { status } = reply;
  const body = reply.bytes.toString('utf8').slice(0, 200);
  if (status === 404 || status === 400)
    return new EndpointFault('refused', `${name} refused: ${body.slice(0, 100)} (${status})`, { code: status });
  try {
    // Throws the fault of a status that asks us to slow down.
    readJson({ ...reply, body }, name);
  } catch (fault) {
    if (fault instanceof EndpointFault) return fault;
  }
  return new EndpointFault('unreachable', `${name} answers ${status}`);
}

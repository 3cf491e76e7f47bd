// One TRON endpoint: a node's HTTP API (/wallet/…) and its JSON-RPC (/jsonrpc) under one URL, as at TronGrid.

import { EndpointFault } from '../endpoint-fault.ts';
import { type Exchange, httpExchange, type Reply, readJson } from '../http-exchange.ts';
import { type JsonRpcClient, type JsonRpcOptions, jsonRpcClient } from '../json-rpc.ts';
import { longerWait, waitInWords } from '../rate-limits/retry-after.ts';

/**
 * A method that begins with a slash is a path of the HTTP API with its one parameter as the body; any other method is
 * JSON-RPC. A user without a password in the URL is a TronGrid key, sent as the header TRON-PRO-API-KEY; with a
 * password it is Basic authorisation. A query string is sent with every request. A trailing `/jsonrpc` is removed, so
 * either URL can be given.
 */
export function tronEndpoint(options: JsonRpcOptions): JsonRpcClient {
  const url = new URL(options.url);
  const headers = takeKey(url);
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/\/jsonrpc$/, '');
  const base = url.pathname.replace(/\/+$/, '');
  const exchange = httpExchange(url, { ...options, headers });
  const rpc = jsonRpcClient({ ...options, headers, url: rpcAddress(url, base) });
  return {
    name: url.host,
    call: (method, params, signal) =>
      method.startsWith('/')
        ? post(exchange, url.host, { path: `${base}${method}${url.search}`, body: params[0] ?? {}, signal })
        : optional(rpc.call(method, params, signal)),
    batch: (calls, signal) => optional(rpc.batch(calls, signal)),
    settle: (calls, signal) => optional(rpc.settle(calls, signal)),
    async close() {
      await Promise.all([exchange.close(), rpc.close()]);
    },
  };
}

function takeKey(url: URL): Readonly<Record<string, string>> {
  if (url.username === '' || url.password !== '') return {};
  const key = decodeURIComponent(url.username);
  url.username = '';
  return { 'tron-pro-api-key': key };
}

function rpcAddress(url: URL, base: string): string {
  const address = new URL(url);
  address.pathname = `${base}/jsonrpc`;
  return address.href;
}

interface PostRequest {
  readonly path: string;
  readonly body: unknown;
  readonly signal: AbortSignal | undefined;
}

async function post(exchange: Exchange, host: string, { path, body, signal }: PostRequest): Promise<unknown> {
  const reply = await exchange.post(path, JSON.stringify(body), signal);
  const what = path.replace(/\?.*$/, '').slice(path.indexOf('/wallet'));
  // A switched-off API says nothing about the health of the node.
  if (reply.status === 404) throw new EndpointFault('refused', `${host} has no ${what} (404)`);
  const answer = readJson(reply, host);
  if (typeof answer !== 'object' || answer === null) throw new EndpointFault('malformed', `${host} answered no object`);
  const error = 'Error' in answer ? answer.Error : undefined;
  if (error === undefined && reply.status === 200) return answer;
  throw refusal(reply, typeof error === 'string' ? error.slice(0, 200) : 'no reason', what, host);
}

function refusal({ status, retryAfterMs }: Reply, reason: string, what: string, host: string): EndpointFault {
  // The error of a node that limits its own rate (RateLimiterServlet of java-tron).
  const failure = /lack of computing resources/i.test(reason) ? 'busy' : status >= 500 ? 'unreachable' : 'refused';
  const waitMs = failure === 'busy' ? longerWait(retryAfterMs, waitInWords(reason)) : null;
  return new EndpointFault(failure, `${host} refused ${what}: ${reason} (${status})`, { status, retryAfterMs: waitMs });
}

/**
 * Treats a failure of JSON-RPC as a refusal: it is switched off on many nodes, and the endpoint should not be avoided
 * for that.
 */
async function optional<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (fault) {
    const isAway = fault instanceof EndpointFault && (fault.failure === 'unreachable' || fault.failure === 'malformed');
    throw isAway ? new EndpointFault('refused', fault.message, { cause: fault }) : fault;
  }
}

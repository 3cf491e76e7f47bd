// JSON-RPC 2.0 over HTTP to one endpoint. Every answer is checked, because the endpoint may be slow, faulty or under
// another party's control.

import { EndpointFault } from './endpoint-fault.ts';
import { type ExchangeOptions, httpExchange, type Reply, readJson } from './http-exchange.ts';
import { waitInWords } from './rate-limits/retry-after.ts';
import { type RpcUsage, UsageCounter } from './rate-limits/rpc-usage.ts';

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface JsonRpcOptions extends ExchangeOptions {
  /** http(s) URL; a user and password in it are sent as Basic authorisation. */
  readonly url: string;
}

export interface JsonRpcClient {
  /** The host, safe to show and log. The path is left out because it often contains an API key. */
  readonly name: string;
  /** The result of one call. Throws EndpointFault, or the signal's reason once it is aborted. */
  call(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown>;
  /**
   * Sends several calls in one request. Returns their results in the order of the calls. If one call fails, all fail.
   */
  batch(calls: readonly RpcCall[], signal?: AbortSignal): Promise<unknown[]>;
  /** Like batch, but a refused call has its EndpointFault in place of its result, and the others succeed. */
  settle(calls: readonly RpcCall[], signal?: AbortSignal): Promise<unknown[]>;
  /** The calls sent and bytes received; absent if the client does not count them. */
  readonly usage?: RpcUsage;
  close(): Promise<void>;
}

export interface BytesRpcClient extends JsonRpcClient {
  /**
   * The bytes of a call's result that is hex text. Large results such as blocks are not parsed as JSON. Throws like
   * call.
   */
  bytes(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<Buffer>;
}

export function jsonRpcClient(options: JsonRpcOptions): BytesRpcClient {
  const url = new URL(options.url);
  const name = url.host;
  const usage = new UsageCounter();
  const exchange = httpExchange(url, { ...options, received: (bytes) => usage.received(bytes) });
  const path = url.pathname + url.search;
  // Ids are never reused, so that an answer cached for an earlier request is noticed.
  let lastId = 0;
  const request = (call: RpcCall) => {
    lastId += 1;
    usage.called(call.method);
    return { jsonrpc: '2.0', id: lastId, method: call.method, params: call.params };
  };
  const settle = async (calls: readonly RpcCall[], signal?: AbortSignal): Promise<unknown[]> => {
    if (calls.length === 0) return [];
    const asked = calls.map(request);
    const reply = await exchange.post(path, JSON.stringify(asked), signal);
    const answers = byId(readJson(reply, name), reply, name);
    if (answers.size > asked.length) throw new EndpointFault('malformed', `${name} returned more answers than calls`);
    return asked.map(({ id, method }) => outcomeOf(answers, id, method, name));
  };
  return {
    name,
    usage,
    async call(method, params, signal) {
      const asked = request({ method, params });
      const reply = await exchange.post(path, JSON.stringify(asked), signal);
      const answers = byId(readJson(reply, name), reply, name);
      return resultOf(answers, asked.id, method, name);
    },
    async batch(calls, signal) {
      const results = await settle(calls, signal);
      const fault = results.find((result) => result instanceof EndpointFault);
      if (fault !== undefined) throw fault;
      return results;
    },
    settle,
    async bytes(method, params, signal) {
      const asked = request({ method, params });
      const { bytes, ...reply } = await exchange.send(path, JSON.stringify(asked), signal);
      const { hex, rest } = cutResult(bytes);
      const answers = byId(readJson({ ...reply, body: rest }, name), { ...reply, body: rest }, name);
      const result = resultOf(answers, asked.id, method, name);
      return bytesOf(hex ?? result, method, name);
    },
    close: () => exchange.close(),
  };
}

const resultKey = Buffer.from('"result":"');

/**
 * Cuts a text result out of an answer; `rest` is the same answer with an empty text. `hex` is null if there is no such
 * result.
 */
function cutResult(bytes: Buffer): { hex: string | null; rest: string } {
  const key = bytes.indexOf(resultKey);
  const start = key + resultKey.length;
  const end = key < 0 ? -1 : bytes.indexOf('"', start);
  if (end < 0) return { hex: null, rest: bytes.toString('utf8') };
  return {
    hex: bytes.toString('latin1', start, end),
    rest: bytes.toString('utf8', 0, start) + bytes.toString('utf8', end),
  };
}

function bytesOf(hex: unknown, method: string, name: string): Buffer {
  const bytes = typeof hex === 'string' ? Buffer.from(hex, 'hex') : null;
  // Decoding stops silently at the first character that is not a hex digit.
  if (bytes !== null && bytes.length * 2 === (hex as string).length) return bytes;
  throw new EndpointFault('malformed', `${name} answered ${method} with text that is not hex`);
}

interface Answer {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown } | null;
}

function byId(parsed: unknown, reply: Reply, name: string): Map<unknown, Answer> {
  const found = new Map<unknown, Answer>();
  for (const item of Array.isArray(parsed) ? parsed : [parsed]) {
    if (typeof item !== 'object' || item === null || !('result' in item || 'error' in item))
      throw noJsonRpc(reply, name);
    const answer = item as Answer;
    // An error about the whole request has no id (JSON-RPC 2.0 §5).
    if (answer.error != null && answer.id == null) throw refusal(answer.error, 'the request', name);
    if (found.has(answer.id)) throw new EndpointFault('malformed', `${name} answered one call twice`);
    found.set(answer.id, answer);
  }
  return found;
}

function noJsonRpc({ status }: Reply, name: string): EndpointFault {
  const message = `${name} answered no JSON-RPC`;
  return status === 200
    ? new EndpointFault('malformed', message)
    : new EndpointFault('unreachable', message, { status });
}

function resultOf(answers: Map<unknown, Answer>, id: number, method: string, name: string): unknown {
  const answer = answers.get(id);
  if (answer === undefined) throw new EndpointFault('malformed', `${name} left ${method} unanswered`);
  if (answer.error != null) throw refusal(answer.error, method, name);
  if (answer.result === undefined) throw new EndpointFault('malformed', `${name} answered ${method} with nothing`);
  return answer.result;
}

/** A refusal of this one call is a result. If the endpoint is busy or leaves the call unanswered, the request fails. */
function outcomeOf(answers: Map<unknown, Answer>, id: number, method: string, name: string): unknown {
  try {
    return resultOf(answers, id, method, name);
  } catch (fault) {
    if (fault instanceof EndpointFault && fault.failure === 'refused') return fault;
    throw fault;
  }
}

function refusal(error: NonNullable<Answer['error']>, what: string, name: string): EndpointFault {
  const code = typeof error.code === 'number' ? error.code : null;
  const message = typeof error.message === 'string' ? error.message.slice(0, 200) : 'no message';
  const busy = code === 429 || code === -32029 || /rate.?limit|too many requests|quota|per second/i.test(message);
  const more = { code, retryAfterMs: busy ? waitInWords(JSON.stringify(error)) : null };
  return new EndpointFault(
    busy ? 'busy' : 'refused',
    `${name} refused ${what}: ${message} (${code ?? 'no code'})`,
    more,
  );
}

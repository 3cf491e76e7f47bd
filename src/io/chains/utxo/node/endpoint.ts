// One node of the UTXO family: its JSON-RPC, and its REST interface for blocks if it is switched on.
import { type Exchange, httpExchange } from '../../http-exchange.ts';
import { type JsonRpcClient, type JsonRpcOptions, jsonRpcClient } from '../../json-rpc.ts';
import { doubleHash, shown } from '../blocks/hashes.ts';
import { headerLength } from '../blocks/read-header.ts';
import { cookieIn } from './cookie-file.ts';

/**
 * Like jsonRpcClient, but `getblock` returns a block's bytes as a Buffer. A node with `rest=1` serves binary blocks
 * under /rest/block/ of the same port (Bitcoin Core, doc/REST-interface.md), which costs half as much as hex in JSON.
 * REST is tried with the first block if the URL has no path and no query; if it fails, JSON-RPC is used. `cookie_file`
 * in the query names the node's cookie file (cookieIn).
 */
export function utxoEndpoint(options: JsonRpcOptions): JsonRpcClient {
  const { url, authorize } = cookieIn(new URL(options.url));
  const asked = { ...options, ...(authorize === null ? {} : { authorize }), url: url.href };
  const rpc = jsonRpcClient(asked);
  const exchange = httpExchange(url, asked);
  let hasRest = url.pathname === '/' && url.search === '' ? null : false;
  const block = async (params: readonly unknown[], signal: AbortSignal | undefined): Promise<Buffer> => {
    const read = hasRest === false ? null : await restBlock(exchange, String(params[0]), signal);
    if (read !== null) {
      hasRest = true;
      return read;
    }
    const bytes = await rpc.bytes('getblock', params, signal);
    // JSON-RPC has the block, so REST is not available.
    hasRest ??= false;
    return bytes;
  };
  return {
    ...rpc,
    call: (method, params, signal) =>
      method === 'getblock' ? block(params, signal) : rpc.call(method, params, signal),
    async close() {
      await Promise.all([exchange.close(), rpc.close()]);
    },
  };
}

/** The block's bytes; null for any other answer. Throws the signal's reason once it is aborted. */
async function restBlock(exchange: Exchange, hash: string, signal: AbortSignal | undefined): Promise<Buffer | null> {
  try {
    const { status, bytes } = await exchange.send(`/rest/block/${hash}.bin`, null, signal);
    if (status !== 200 || bytes.length <= headerLength) return null;
    return shown(doubleHash(bytes.subarray(0, headerLength))) === hash ? bytes : null;
  } catch (fault) {
    if (signal?.aborted === true) throw fault;
    return null;
  }
}

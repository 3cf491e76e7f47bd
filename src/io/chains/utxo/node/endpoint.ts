// One node of the UTXO family: its JSON-RPC, and its REST interface for blocks where that is switched on.
import { type Exchange, httpExchange } from '../../http-exchange.ts';
import { type JsonRpcClient, type JsonRpcOptions, jsonRpcClient } from '../../json-rpc.ts';
import { doubleHash, shown } from '../blocks/hashes.ts';
import { headerLength } from '../blocks/read-header.ts';
import { cookieIn } from './cookie-file.ts';

/**
 * As jsonRpcClient, but `getblock` answers a block's bytes, as a Buffer. With `rest=1` a node hands blocks out as they
 * are, under /rest/block/ of the same port (Bitcoin Core, doc/REST-interface.md), which costs half of what hex in JSON
 * does: that is tried with the first block, where the address is the root of a host, as a node's own is. Whatever REST
 * does not answer rightly, JSON-RPC is asked. `cookie_file` in the query names the file that a node without a password
 * of its own writes one to (cookieIn).
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
    // The node has the block, so it was REST that is missing.
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

/** Null for anything but the block itself. Throws the signal's reason once it is aborted. */
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

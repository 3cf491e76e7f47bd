// The server side of the demo's browser wallet: some EIP-1193 methods, only for this origin on this machine.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface WalletFacts {
  /** The URL of the node, which signs for the account, since it is one of the node's unlocked development accounts. */
  readonly rpcUrl: string;
  readonly chainId: number;
  readonly address: string;
}

interface Question {
  readonly method?: unknown;
  readonly params?: readonly unknown[];
}

/** Registers GET /demo-wallet.js, which the demo's pages load, and POST /demo-wallet/rpc, which they call. */
export function serveDemoWallet(app: FastifyInstance, facts: WalletFacts): void {
  app.get('/demo-wallet.js', async (_request, reply) => {
    const script = await readFile(join(import.meta.dirname, 'demo-wallet.js'));
    return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(script);
  });
  app.post('/demo-wallet/rpc', async (request, reply) => {
    if (!isOwnPage(request)) {
      return reply.code(403).send({ error: { code: 4100, message: 'Only the pages of this demo may ask.' } });
    }
    const { method, params = [] } = (request.body ?? {}) as Question;
    return answer(String(method), params, facts);
  });
}

type Reply = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

/** Read-only methods are forwarded to the node unchanged. */
const readingMethods = new Set([
  ...['eth_blockNumber', 'eth_call', 'eth_estimateGas', 'eth_gasPrice', 'eth_getBalance'],
  ...['eth_getTransactionByHash', 'eth_getTransactionReceipt'],
]);

/** Codes: EIP-1193 (4100 not authorized, 4200 no such method), EIP-3326 (4902 no such chain). */
async function answer(method: string, params: readonly unknown[], facts: WalletFacts): Promise<Reply> {
  switch (method) {
    case 'eth_requestAccounts':
    case 'eth_accounts':
      return { result: [facts.address] };
    case 'eth_chainId':
      return { result: hex(facts.chainId) };
    case 'wallet_switchEthereumChain': {
      const { chainId } = (params[0] ?? {}) as { chainId?: unknown };
      if (String(chainId).toLowerCase() === hex(facts.chainId)) return { result: null };
      return { error: { code: 4902, message: 'The demo wallet knows the local chain only.' } };
    }
    case 'eth_sendTransaction': {
      const { from } = (params[0] ?? {}) as { from?: unknown };
      if (String(from).toLowerCase() === facts.address.toLowerCase()) return askNode(method, params, facts);
      return { error: { code: 4100, message: 'This is not an account of the demo wallet.' } };
    }
    default:
      if (readingMethods.has(method)) return askNode(method, params, facts);
      return { error: { code: 4200, message: `The demo wallet does not know ${method}.` } };
  }
}

async function askNode(method: string, params: readonly unknown[], { rpcUrl }: WalletFacts): Promise<Reply> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: { code: number; message: string } };
  return error === undefined ? { result } : { error: { code: error.code, message: error.message } };
}

/**
 * Browsers send the page's origin in Origin, and pages cannot forge it. The Host header must name this machine, which
 * prevents DNS rebinding by a foreign name.
 */
function isOwnPage(request: FastifyRequest): boolean {
  const { origin, host = '' } = request.headers;
  const isLocalName = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);
  const isLocalCaller = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '');
  return isLocalName && isLocalCaller && origin === `http://${host}`;
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

// Applies the fault proxy's faults to single calls, by changing the node's response.
import type { Answer, Call, CallFault, FaultTerms } from './faults.ts';

type Fires = (fault: CallFault, applies?: (terms: FaultTerms) => boolean) => FaultTerms | null;
type Ask = (method: string, params: readonly unknown[]) => Promise<Answer>;

interface Filter {
  readonly fromBlock?: string;
  readonly toBlock?: string;
  readonly topics?: readonly (readonly string[] | string | null)[];
}

interface Log {
  readonly blockHash: string;
}

export function refusal(call: Call, code: number, message: string): Answer {
  return { jsonrpc: '2.0', id: call.id, error: { code, message } };
}

/** Calls the node and changes its response according to the active faults. */
export async function faultedResult(call: Call, fires: Fires, ask: Ask): Promise<Answer> {
  const result = (value: unknown): Answer => ({ jsonrpc: '2.0', id: call.id, result: value });
  if (fires('internal_error')) return refusal(call, -32603, 'internal error');
  if (fires('rate_limit_error')) return refusal(call, -32005, 'daily request count exceeded, request rate limited');
  if (fires('pruned', ({ setting }) => oldestAsked(call) < (setting ?? 10)))
    return refusal(call, 4444, 'pruned history unavailable');
  if (call.method.startsWith('debug_') && fires('no_debug')) return refusal(call, -32601, 'the method does not exist');
  if (/^(debug|trace)_/.test(call.method) && fires('no_traces'))
    return refusal(call, -32601, 'the method does not exist');
  if (call.method === 'eth_createAccessList' && fires('no_access_lists'))
    return refusal(call, -32601, 'the method does not exist');
  if (asksOldState(call) && fires('no_old_state')) return refusal(call, -32000, 'missing trie node 5a (path ) <nil>');
  if (unknowable.has(call.method) && call.params[0] !== 'latest' && fires('forgets')) return result(null);
  switch (call.method) {
    case 'eth_chainId':
      return fires('wrong_chain_id') ? result('0x539') : ask(call.method, call.params);
    case 'eth_blockNumber':
    case 'eth_getBlockByNumber':
      return block(call, fires, ask, result);
    case 'eth_getTransactionReceipt':
      return receipt(call, fires, ask, result);
    case 'eth_getLogs':
      return logs(call, fires, ask, result);
    case 'eth_getBlockReceipts':
      if (fires('no_block_receipts')) return refusal(call, -32601, 'the method does not exist');
      return ask(call.method, call.params);
    default:
      return ask(call.method, call.params);
  }
}

function asksOldState({ method, params }: Call): boolean {
  if (ofState.has(method)) return params[1] !== 'latest';
  return /^(debug|trace)_/.test(method) && params[0] !== 'latest';
}

const ofState = new Set(['eth_call', 'eth_getBalance', 'eth_getCode', 'eth_createAccessList']);

/** Methods for which a node that forgot its data returns null. */
const unknowable = new Set([
  'eth_getBlockByNumber',
  'eth_getBlockByHash',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
]);

/** The lowest block number in a call's parameters; infinite if there is none. */
function oldestAsked({ method, params }: Call): number {
  if (method === 'eth_getLogs') return Number((params[0] as Filter | undefined)?.fromBlock);
  const named = method === 'eth_getBlockByNumber' || method === 'eth_getBlockReceipts';
  return named && typeof params[0] === 'string' && params[0].startsWith('0x')
    ? Number(params[0])
    : Number.POSITIVE_INFINITY;
}

type Result = (value: unknown) => Answer;

async function block(call: Call, fires: Fires, ask: Ask, result: Result): Promise<Answer> {
  const lag = fires('lag');
  const [tag, ...more] = call.params;
  if (lag !== null) {
    const seen = await seenHead(lag, ask);
    if (call.method === 'eth_blockNumber') return result(hex(seen));
    if (tag === 'latest') return ask(call.method, [hex(seen), ...more]);
    if (Number(tag) > seen) return result(null);
  }
  const stuck = tag === 'finalized' ? fires('stuck_finality') : null;
  if (stuck !== null) return ask(call.method, [hex(stuck.setting ?? 0), ...more]);
  if (fires('null_block')) return result(null);
  if (fires('other_block')) return ask(call.method, [hex(Math.max(0, Number(tag) - 1)), ...more]);
  return ask(call.method, call.params);
}

async function receipt(call: Call, fires: Fires, ask: Ask, result: Result): Promise<Answer> {
  if (fires('null_receipt')) return result(null);
  const answer = await ask(call.method, call.params);
  if (answer.result != null && fires('wrong_receipt_block'))
    return result({ ...(answer.result as Log), blockHash: otherHash });
  return answer;
}

async function logs(call: Call, fires: Fires, ask: Ask, result: Result): Promise<Answer> {
  const filter = (call.params[0] ?? {}) as Filter;
  const width = Number(filter.toBlock) - Number(filter.fromBlock) + 1;
  // The code means wrong parameters by its documentation, but some endpoints use it for "too many blocks".
  if (fires('range_limit', ({ setting }) => width > (setting ?? 1)))
    return refusal(call, -32602, 'query is not allowed');
  const values = Math.max(0, ...(filter.topics ?? []).map((one) => (Array.isArray(one) ? one.length : 1)));
  if (fires('topic_limit', ({ setting }) => values > (setting ?? 16)))
    return refusal(call, -32602, 'exceed max topics');
  const lag = fires('lag');
  if (lag !== null && Number(filter.toBlock) > (await seenHead(lag, ask))) return result([]);
  const answer = await ask(call.method, call.params);
  const found = answer.result as readonly Log[] | undefined;
  if (found === undefined || found.length === 0) return answer;
  if (fires('empty_logs')) return result([]);
  if (fires('cut_logs')) return result(found.slice(0, -1));
  if (fires('removed_logs')) return result(found.map((log) => ({ ...log, removed: true })));
  if (fires('stale_logs')) return result(found.map((log) => ({ ...log, blockHash: otherHash })));
  if (fires('shuffled_logs')) return result(found.toReversed());
  return answer;
}

const otherHash = `0x${'ab'.repeat(32)}`;

function hex(number: number): string {
  return `0x${number.toString(16)}`;
}

async function seenHead(lag: FaultTerms, ask: Ask): Promise<number> {
  return Math.max(0, Number((await ask('eth_blockNumber', [])).result) - (lag.setting ?? 5));
}

// The chains of the UTXO family: every network whose nodes speak Bitcoin Core's JSON-RPC. They need neither a wallet
// nor an index.
import type { RpcBudget } from '../../../core/config/network-entry.ts';
import type { Chain, OpenChain, WatchedSet } from '../chain.ts';
import { EndpointRotation } from '../endpoint-rotation.ts';
import { FlowLimit } from '../flow-limit.ts';
import { scanInOrder } from '../scan-in-order.ts';
import { ScriptTable } from './blocks/script-table.ts';
import { utxoEndpoint } from './node/endpoint.ts';
import { MempoolReader } from './node/mempool-reader.ts';
import { checkGenesis, readHead, readHeaderAt } from './node/node-calls.ts';
import { readUtxoBlocks } from './node/read-blocks.ts';
import { OutcomeReader } from './node/read-outcome.ts';
import { utxoTransfersIn } from './node/transfers-in.ts';
import { type UtxoParams, utxoParams } from './params.ts';

export interface UtxoOptions {
  /** The network's symbol, for messages. */
  readonly symbol: string;
  readonly params: UtxoParams;
  /** http(s) URLs in order of preference; the node's user and password stand in them. */
  readonly endpoints: readonly string[];
  /** Requests under way at once: at the start, and at most. 4 and 12 unless given: a node's queue holds 16. */
  readonly concurrency?: { readonly start: number; readonly most: number };
  /** For one request, in milliseconds. 20,000 unless given. */
  readonly timeoutMs?: number;
  /** How much each endpoint should be asked; no bound unless given. */
  readonly budget?: RpcBudget | undefined;
  /** Hears, in sentences without secrets, which endpoints are being avoided and why. */
  readonly log?: (message: string) => void;
}

/** Blocks read together; their hashes are asked for in one request. */
const width = 8;
/**
 * So near to the end of what is read, every block is proved to be whole: it costs little there, and a payment is
 * likeliest there.
 */
const provedBlocks = 8;

/** By the facts of the catalog. */
export const openUtxoChain: OpenChain = ({ symbol, params, rpc, budget }, log) =>
  utxoChain({
    symbol,
    params: utxoParams(params),
    endpoints: rpc,
    budget,
    log: (message) => log.warn({ network: symbol }, message),
  });

/** Opens no socket until it is first asked. */
export function utxoChain(options: UtxoOptions): Chain {
  const { params, symbol, timeoutMs } = options;
  const flow = new FlowLimit(options.concurrency ?? { start: 4, most: 12 });
  const rotation = new EndpointRotation({
    clients: options.endpoints.map((url) => utxoEndpoint({ url, ...(timeoutMs === undefined ? {} : { timeoutMs }) })),
    flow,
    check: (client) => checkGenesis(client, client.name, symbol, params),
    budget: options.budget,
    log: options.log,
  });
  const mempool = new MempoolReader(rotation, params);
  const outcomes = new OutcomeReader(rotation, params);
  return {
    verify: () => rotation.checkAll(),
    head: () => rotation.head((client) => readHead(client, params)),
    headerAt: (number) => readHeaderAt(rotation, number),
    // A block is never final here; the deeper it is, the more it would cost to take it back.
    finalized: async () => null,
    watch: () => new ScriptTable(params),
    scan(first, last, watched, signal) {
      const table = tableOf(watched);
      const read = (from: number, to: number, stop: AbortSignal) =>
        readUtxoBlocks(rotation, params, from, to, table, last - from < provedBlocks ? 'prove' : 'walk', stop);
      return scanInOrder({ rotation, flow, width: () => width, read }, first, last, signal);
    },
    transfersIn: async (txHash, recipients) => utxoTransfersIn(rotation, params, txHash, tableOf(recipients)),
    mempool: async (watched, signal) => mempool.read(tableOf(watched), signal),
    outcomeOf: (transaction) => outcomes.outcomeOf(transaction),
    endpoints: rotation,
    close: () => rotation.close(),
  };
}

function tableOf(watched: WatchedSet): ScriptTable {
  if (!(watched instanceof ScriptTable))
    throw new TypeError('Addresses come in a set made by watch() of the same family');
  return watched;
}

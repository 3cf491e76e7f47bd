// Reads the networks of the UTXO family through nodes with Bitcoin Core's JSON-RPC, which need no wallet and no index.
import type { RpcBudget } from '../../../core/config/network-entry.ts';
import type { PriceList } from '../../../core/config/price-lists.ts';
import type { Chain, OpenChain, WatchedSet } from '../chain.ts';
import { EndpointRotation } from '../endpoint-rotation.ts';
import { FlowLimit } from '../flow-limit.ts';
import { scanInOrder } from '../scan-in-order.ts';
import { listenToNode } from './announced/listen-to-node.ts';
import { plainHeader } from './blocks/read-header.ts';
import { ScriptTable } from './blocks/script-table.ts';
import { type MempoolLimits, MempoolReader } from './mempool/mempool-reader.ts';
import { readOutcome } from './mempool/read-outcome.ts';
import { utxoEndpoint } from './node/endpoint.ts';
import { checkGenesis, readHead, readHeaderAt } from './node/node-calls.ts';
import { nodePaysTo } from './node/pays-to.ts';
import { readUtxoBlocks } from './node/read-blocks.ts';
import { nodeCoins } from './node/read-coins.ts';
import { IdleReader } from './node/read-idle-blocks.ts';
import { headerTrail, scanProved } from './node/scan-proved.ts';
import { utxoTransfersIn } from './node/transfers-in.ts';
import { StandingReader } from './node/unconfirmed-status.ts';
import { isLightAddress, openLightChain } from './open-light-chain.ts';
import { findOwnPayment } from './own-payment.ts';
import { type UtxoParams, utxoParams } from './params.ts';
import { feesAt, nodeFeeRate, nodeRelayRate } from './transfer-fees.ts';

export interface UtxoOptions {
  /** The network's symbol, for messages. */
  readonly symbol: string;
  readonly params: UtxoParams;
  /** http(s) URLs in order of preference, including the node's user and password. */
  readonly endpoints: readonly string[];
  /**
   * The number of concurrent requests at the start, and at most. 4 and 12 by default, because a node's queue holds 16.
   */
  readonly concurrency?: { readonly start: number; readonly most: number };
  /** The timeout of one request, in milliseconds. 20,000 by default. */
  readonly timeoutMs?: number;
  /** The time in Unix seconds; by default this machine's clock. */
  readonly now?: () => number;
  /** The limit of calls to each endpoint; no limit by default. */
  readonly budget?: RpcBudget | undefined;
  readonly prices?: PriceList | undefined;
  /** The addresses at which nodes publish news by ZMQ; none by default. */
  readonly zmq?: readonly string[] | undefined;
  /** How much of a long mempool is read at once; see MempoolReader. */
  readonly mempool?: MempoolLimits;
  /** Receives sentences, without secrets, on which endpoints are avoided and why. */
  readonly log?: (message: string) => void;
}

/** The number of blocks read together; their hashes come from one request. */
const width = 8;
/** The same if only headers and filters are read of most blocks: 32 headers and filters of Bitcoin are 2 MB in hex. */
const idleWidth = 32;
/**
 * This close to the end of a scan, every block is proved to be complete: few blocks are affected, and payments are most
 * likely there.
 */
const provedBlocks = 8;

/**
 * Opens a chain with the settings of the catalog. The configuration lets a network have nodes or servers with an index,
 * never both.
 */
export const openUtxoChain: OpenChain = ({ symbol, params, rpc, budget, prices, zmq }, log) => {
  const facts = {
    symbol,
    params: utxoParams(params),
    budget,
    prices,
    zmq,
    log: (message: string) => log.warn({ network: symbol }, message),
  };
  return rpc.some(isLightAddress)
    ? openLightChain({ ...facts, addresses: rpc })
    : utxoChain({ ...facts, endpoints: rpc });
};

/** Opens no socket until its first request. */
export function utxoChain(options: UtxoOptions): Chain {
  const { params, symbol, timeoutMs } = options;
  const flow = new FlowLimit(options.concurrency ?? { start: 4, most: 12 });
  const rotation = new EndpointRotation({
    clients: options.endpoints.map((url) => utxoEndpoint({ url, ...(timeoutMs === undefined ? {} : { timeoutMs }) })),
    flow,
    check: (client) => checkGenesis(client, client.name, symbol, params),
    budget: options.budget,
    prices: options.prices,
    log: options.log,
  });
  const source = { rotation, params, trail: headerTrail(rotation, params) };
  const now = options.now ?? (() => Date.now() / 1000);
  const mempool = new MempoolReader(rotation, params, options.mempool);
  const idle = new IdleReader(source);
  const standings = new StandingReader(rotation);
  const { zmq = [], log = () => undefined } = options;
  return {
    verify: () => rotation.checkAll(),
    head: () => rotation.head((client) => readHead(client, params, now())),
    async headerAt(number) {
      const header = await readHeaderAt(rotation, number, params);
      return header === null ? null : plainHeader(header);
    },
    // No block is ever final on these chains; the deeper it is, the more it costs to replace it.
    finalized: async () => null,
    watch: () => new ScriptTable(params),
    scan(first, last, watched, signal) {
      const table = tableOf(watched);
      const read = (from: number, to: number, stop: AbortSignal) => {
        const thoroughness = last - from < provedBlocks ? 'prove' : 'walk';
        return readUtxoBlocks(source, { first: from, last: to }, { watched: table, thoroughness }, stop);
      };
      const blocks = scanInOrder({ rotation, flow, width: () => width, read }, first, last, signal);
      return scanProved(blocks, source.trail, rotation);
    },
    scanIdle(first, last, watched, signal) {
      const table = tableOf(watched);
      const read = (from: number, to: number, stop: AbortSignal) => idle.read({ first: from, last: to }, table, stop);
      const blocks = scanInOrder({ rotation, flow, width: () => idleWidth, read }, first, last, signal);
      return scanProved(blocks, source.trail, rotation);
    },
    async ownPayment(sought, signal) {
      const table = new ScriptTable(params);
      table.add(sought.address);
      const { number: head } = await rotation.head((client) => readHead(client, params, now()));
      const read = (from: number, to: number, stop: AbortSignal) => idle.read({ first: from, last: to }, table, stop);
      const blocks = scanInOrder({ rotation, flow, width: () => width, read }, sought.from, head, signal);
      const paysTo = (txHash: string) => nodePaysTo(rotation, params, txHash, table);
      return findOwnPayment({ blocks: scanProved(blocks, source.trail, rotation), paysTo }, sought);
    },
    transfersIn: async (txHash, recipients) => utxoTransfersIn(rotation, params, txHash, tableOf(recipients)),
    mempool: async (watched, signal, awaited) =>
      standings.withStanding(await mempool.read(tableOf(watched), signal, awaited), signal),
    outcomeOf: (transaction) => readOutcome(rotation, transaction),
    coins: nodeCoins(rotation),
    transferFees: async () => feesAt(await nodeFeeRate(rotation), params, await nodeRelayRate(rotation)),
    ...(zmq.length === 0
      ? {}
      : {
          listen: (watched, heard, signal) =>
            listenToNode({ addresses: zmq, watched: tableOf(watched), heard, log }, signal),
        }),
    endpoints: rotation,
    close: () => rotation.close(),
  };
}

function tableOf(watched: WatchedSet): ScriptTable {
  if (!(watched instanceof ScriptTable))
    throw new TypeError('Addresses come in a set made by watch() of the same family');
  return watched;
}

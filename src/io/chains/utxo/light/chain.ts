// Reads UTXO networks without a node, through servers with an index of scripts, and proves payments by block headers.
import type { RpcBudget } from '../../../../core/config/network-entry.ts';
import type { PriceList } from '../../../../core/config/price-lists.ts';
import type { BlockHeader, ScannedBlock } from '../../../../core/payment/transfer.ts';
import { type Chain, ChainFault, type FoundTransfers, type WatchedSet } from '../../chain.ts';
import { distinctNames } from '../../endpoint.ts';
import { EndpointRotation } from '../../endpoint-rotation.ts';
import { FlowLimit } from '../../flow-limit.ts';
import type { JsonRpcClient } from '../../json-rpc.ts';
import { findOwnPayment } from '../own-payment.ts';
import type { UtxoParams } from '../params.ts';
import { feesAt } from '../transfer-fees.ts';
import { LightPool } from './endpoint-pool.ts';
import { LightEndpoint } from './light-endpoint.ts';
import type { LightServer } from './light-server.ts';
import { missedBlocks, noReturnedBlocks, type ReturnedBlocks } from './missed-blocks.ts';
import { provedPlaceOf, transactionOf } from './proofs/prove-transfers.ts';
import { lightCoins } from './read-coins.ts';
import { readLightMempool } from './read-mempool.ts';
import { lightOutcome } from './read-outcome.ts';
import { proveClaims, readStretch } from './scan-blocks.ts';
import { WatchedScripts } from './watched-scripts.ts';

/** The protocol of a server. */
export interface ServerKind {
  /** `name` is shown and logged instead of the address. */
  client(address: string, name: string): JsonRpcClient;
  /** Throws a ChainFault that is not retryable for a server of another chain. */
  check(client: JsonRpcClient, symbol: string, params: UtxoParams): Promise<void>;
  server(client: JsonRpcClient, rotation: EndpointRotation): LightServer;
}

export interface LightOptions {
  /** The network's symbol, for messages. */
  readonly symbol: string;
  readonly params: UtxoParams;
  /** In order of preference, each with its protocol. */
  readonly endpoints: readonly { readonly address: string; readonly kind: ServerKind }[];
  readonly budget?: RpcBudget | undefined;
  readonly prices?: PriceList | undefined;
  readonly log?: ((message: string) => void) | undefined;
  /** For how many milliseconds a reported tip counts as the newest. 60,000 by default. */
  readonly tipMillis?: number;
  /** Milliseconds of a monotonic clock; performance.now() by default. */
  readonly now?: () => number;
}

/** The number of blocks read together, and the length of a scan that counts as one after an absence. */
const width = 500;
const mostWithoutAsking = 2;

/** Opens no socket until its first request. */
export function lightChain(options: LightOptions): Chain {
  const { params } = options;
  const tipMillis = options.tipMillis ?? 60_000;
  const pool = new LightPool(openEndpoints(options), tipMillis);
  const returned = new WeakMap<WatchedScripts, ReturnedBlocks>();
  const returnedOf = (watched: WatchedScripts): ReturnedBlocks => {
    const known = returned.get(watched) ?? noReturnedBlocks();
    returned.set(watched, known);
    return known;
  };
  return {
    verify: () => pool.checkAll(),
    head: () => pool.follow(({ headers }) => headers.tip(tipMillis)),
    headerAt: (number) => pool.follow(async ({ headers }) => (await headers.at(number, tipMillis))?.header ?? null),
    finalized: async () => null,
    watch: () => new WatchedScripts(params),
    scan: (first, last, watched, signal) =>
      scan({ pool, params, tipMillis, returned: returnedOf(scriptsOf(watched)) }, { first, last, watched, signal }),
    async ownPayment(sought, signal) {
      const watched = new WatchedScripts(params);
      watched.add(sought.address);
      const { number: last } = await pool.follow(({ headers }) => headers.tip(tipMillis));
      const stretch = { first: sought.from, last, watched, signal };
      const blocks = scan({ pool, params, tipMillis, returned: noReturnedBlocks() }, stretch);
      return findOwnPayment({ blocks, paysTo: (txHash) => paysTo({ pool, params }, txHash, watched) }, sought);
    },
    transfersIn: (txHash, recipients) => transfersIn({ pool, params, tipMillis }, txHash, scriptsOf(recipients)),
    mempool: (watched, signal) =>
      pool.follow((endpoint, second) =>
        readLightMempool({ endpoint, second, tipMillis }, scriptsOf(watched), params, signal),
      ),
    transferFees: async () => {
      const rate = await pool.ask(({ server }) => server.feeRate());
      return feesAt(rate, params, await pool.ask(({ server }) => server.relayRate()));
    },
    coins: lightCoins(pool),
    outcomeOf: (transaction) => pool.follow((endpoint) => lightOutcome({ endpoint, params, tipMillis }, transaction)),
    missedBlocks: (watched, signal) =>
      missed({ pool, params, tipMillis, returned: returnedOf(scriptsOf(watched)) }, scriptsOf(watched), signal),
    endpoints: pool,
    close: () => pool.close(),
  };
}

/** Each endpoint has its own rotation, so that each can be queried separately. */
function openEndpoints(options: LightOptions): LightEndpoint[] {
  const { params, symbol, budget, prices, log } = options;
  const names = distinctNames(options.endpoints.map(({ address }) => new URL(address).host));
  return options.endpoints.map(({ address, kind }, at) => {
    const client = kind.client(address, names[at] as string);
    const rotation = new EndpointRotation({
      clients: [client],
      flow: new FlowLimit({ start: 4, most: 12 }),
      check: (one) => kind.check(one, symbol, params),
      budget,
      prices,
      log,
    });
    return new LightEndpoint(kind.server(client, rotation), params, options.now ?? (() => performance.now()));
  });
}

interface Reading {
  readonly pool: LightPool;
  readonly params: UtxoParams;
  readonly tipMillis: number;
}

async function* scan(
  { pool, params, tipMillis, returned }: Reading & { readonly returned: ReturnedBlocks },
  { first, last, watched: set, signal }: { first: number; last: number; watched: WatchedSet; signal: AbortSignal },
): AsyncGenerator<ScannedBlock> {
  const watched = scriptsOf(set);
  let previous: BlockHeader | undefined;
  for (let from = first; from <= last && !signal.aborted; from += width) {
    const to = Math.min(last, from + width - 1);
    const asksAll = from === first && last - first >= mostWithoutAsking;
    const blocks = await pool.follow(async (endpoint, second) => {
      const servers = { endpoint, second, tipMillis };
      const read = await readStretch({ first: from, last: to, watched, signal, asksAll }, servers);
      return Promise.all(
        read.headers.map(async (block) => {
          const claims = read.claims.get(block.header.number) ?? [];
          const scanned = await proveClaims(block, claims, servers, { watched, params, signal });
          return { scanned, claimed: claims.map(({ txHash }) => txHash) };
        }),
      );
    });
    for (const { scanned, claimed } of blocks) {
      if (signal.aborted || (previous !== undefined && scanned.header.parentHash !== previous.hash)) return;
      yield scanned;
      previous = scanned.header;
      for (const txHash of claimed) returned.transactions.set(`${txHash}:${previous.hash}`, true);
      returned.scannedTo = previous.number;
    }
    if (blocks.length < to - from + 1)
      throw new ChainFault(`There is no block ${from + blocks.length} yet, or it left the chain`, true);
  }
}

async function* missed(
  { pool, params, tipMillis, returned }: Reading & { readonly returned: ReturnedBlocks },
  watched: WatchedScripts,
  signal: AbortSignal,
): AsyncGenerator<ScannedBlock> {
  const blocks = await pool.follow((endpoint, second) =>
    missedBlocks({ endpoint, second, tipMillis }, returned, { watched, params, signal }),
  );
  for (const { block, taken } of blocks) {
    yield block;
    taken();
  }
}

/** Null if no server knows the chain transaction; in a block only if that is proved. */
async function transfersIn(
  { pool, params, tipMillis }: Reading,
  txHash: string,
  watched: WatchedScripts,
): Promise<FoundTransfers | null> {
  const read = async ({ server, headers }: LightEndpoint): Promise<FoundTransfers | null> => {
    const asking = { server, watched, params };
    const raw = await transactionOf(asking, txHash);
    const bytes = watched.transactions.get(txHash);
    if (raw === null || bytes === undefined) return null;
    const own = raw.transfers(watched.table).flatMap(({ recipient }) => watched.nameOf(recipient) ?? []);
    const entry = await server.entryOf(txHash, bytes, own);
    if (entry === null) return null;
    if (entry.height === null) return { header: null, transfers: raw.transfers(watched.table) };
    const block = await headers.at(entry.height, tipMillis);
    if (block === null) return { header: null, transfers: raw.transfers(watched.table) };
    const { maturity } = await provedPlaceOf(asking, raw, block);
    return { header: block.header, transfers: raw.transfers(watched.table, maturity) };
  };
  return pool.follow(async (endpoint, second) => {
    const found = await read(endpoint);
    return found === null && second !== null ? read(second) : found;
  });
}

/** The payments of a chain transaction to the watched addresses, by its id; null if no server knows it. */
async function paysTo({ pool, params }: Omit<Reading, 'tipMillis'>, txHash: string, watched: WatchedScripts) {
  const raw = await pool.ask(({ server }) => transactionOf({ server, watched, params }, txHash));
  return raw === null ? null : raw.transfers(watched.table);
}

function scriptsOf(watched: WatchedSet): WatchedScripts {
  if (!(watched instanceof WatchedScripts))
    throw new TypeError('Addresses come in a set made by watch() of the same family');
  return watched;
}

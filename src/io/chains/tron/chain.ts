// Reads TRON networks: TRX by TransferContract, and allow-listed TRC-20 tokens by their events. Value moved within
// calls is not seen.
import type { RpcBudget } from '../../../core/config/network-entry.ts';
import type { PriceList } from '../../../core/config/price-lists.ts';
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import { every } from '../../timing/throttle.ts';
import { AddressTable } from '../accounts/address-table.ts';
import { blockedAddresses } from '../accounts/blocklist.ts';
import { readNumber } from '../accounts/raw.ts';
import { tokenBalances, tokenFacts } from '../accounts/token-facts.ts';
import { type TransferGas, transferFees } from '../accounts/transfer-fees.ts';
import { inspectHolder } from '../accounts/wallets/inspect-address.ts';
import { type Chain, ChainFault, malformed, type OpenChain } from '../chain.ts';
import { EndpointFault, unlessRefused } from '../endpoint-fault.ts';
import { EndpointRotation } from '../endpoint-rotation.ts';
import { FlowLimit } from '../flow-limit.ts';
import type { JsonRpcClient } from '../json-rpc.ts';
import { scanInOrder } from '../scan-in-order.ts';
import { tronEndpoint } from './endpoint.ts';
import { chainIdOf, readProvedHeader, readTronHeader } from './header.ts';
import { SeparateEndpoints } from './proof/agreeing-endpoints.ts';
import { pinnedRepresentatives } from './proof/pinned-representatives.ts';
import { Representatives } from './proof/representatives.ts';
import { tronTransfersIn } from './transfers-in.ts';
import type { TronParts } from './tron-parts.ts';
import { readWholeTronBlocks } from './whole-blocks.ts';

export interface TronOptions {
  /** The network's symbol, for messages. */
  readonly symbol: string;
  /** The last four bytes of the genesis block's id. */
  readonly chainId: number;
  /** http(s) URLs in order of preference; the paths /wallet/… and /jsonrpc are appended to them. */
  readonly endpoints: readonly string[];
  /** The allow-listed tokens, in canonical form. */
  readonly contracts: readonly string[];
  /** The timeout of one request, in milliseconds. 20,000 by default. */
  readonly timeoutMs?: number;
  /** The limit of calls to each endpoint; no limit by default. */
  readonly budget?: RpcBudget | undefined;
  readonly prices?: PriceList | undefined;
  /** The accounts that may sign blocks (canonical); by default the representatives that endpoints report as elected. */
  readonly representatives?: readonly string[] | undefined;
  /** Receives sentences, without secrets, on which endpoints are avoided and why. */
  readonly log?: (message: string) => void;
}

/** Public endpoints allow about fifteen requests a second. */
const concurrency = { start: 4, most: 16 };
/** The number of blocks that are read together. */
const width = 8;
/** How long to wait before an endpoint without an API of solidified blocks is tried again. */
const solidityMillis = 300_000;

/** Opens a chain with the settings of the catalog. */
export const openTronChain: OpenChain = ({ symbol, chainId, rpc, contracts, budget, prices, representatives }, log) => {
  if (chainId === null) throw new TypeError(`The network ${symbol} has no chain id`);
  return tronChain({
    symbol,
    chainId,
    endpoints: rpc,
    contracts,
    budget,
    prices,
    representatives,
    log: (message) => log.warn({ network: symbol }, message),
  });
};

/**
 * The amount that /jsonrpc calls gas, at its price in sun: a USDT transfer to a recipient who held none, as
 * tronscan.org shows it. A TRX transfer costs a share of the blocks' bytes, which most accounts get free of charge.
 */
const transferGas: TransferGas = { coin: null, token: 130_285n };

/** Opens no socket until its first request. */
export function tronChain(options: TronOptions): Chain {
  const flow = new FlowLimit(concurrency);
  const limits = options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs };
  const clients = options.endpoints.map((url) => tronEndpoint({ url, ...limits }));
  const check = (client: JsonRpcClient) => checkNetwork(client, options);
  const { budget, prices, log } = options;
  const rotation = new EndpointRotation({ clients, flow, check, budget, prices, log });
  const separateEndpoints = new SeparateEndpoints(clients, rotation, check);
  const say = (message: string) => options.log?.(message);
  const parts: TronParts = {
    rotation,
    separateEndpoints,
    say,
    contracts: new Set(options.contracts),
    representatives:
      options.representatives === undefined
        ? new Representatives(separateEndpoints, say)
        : pinnedRepresentatives(new Set(options.representatives)),
    solid: { number: 0, isAsked: every(solidityMillis) },
  };
  return {
    verify: () => rotation.checkAll(),
    head: () =>
      rotation.head(async (client) => {
        const header = await contradicting(client, async () =>
          provedHeader(parts, await client.call('/wallet/getblock', [{ detail: false }])),
        );
        if (header === null) throw malformed('A block is missing from an answer');
        return header;
      }),
    headerAt: (number) => headerAt(parts, number),
    async finalized() {
      const number = await solidified(rotation);
      parts.solid.number = number ?? 0;
      return number;
    },
    // /wallet shows TRX within calls only if a node stores internal transactions, which is off by default.
    internalTransfers: () => 'direct_only',
    tokenFacts: (contract) => tokenFacts(rotation, contract),
    transferFees: () => transferFees(rotation, transferGas),
    blockedAddresses: (contract, addresses) => blockedAddresses(rotation, contract, addresses),
    lookAt: async (address) => {
      const { holder } = await inspectHolder(rotation, address);
      // No TRON wallet signs as a contract.
      return { holder, signs: holder === 'key', sent: null };
    },
    tokenBalances: (address, tokens) => tokenBalances(rotation, address, tokens),
    watch: () => new AddressTable(),
    scan(first, last, watched, signal) {
      if (!(watched instanceof AddressTable)) throw new TypeError('A scan takes a set made by watch() of its family');
      const read = (from: number, to: number, stop: AbortSignal) =>
        readWholeTronBlocks(parts, { first: from, last: to }, watched, stop);
      return scanInOrder({ rotation, flow, width: () => width, read }, first, last, signal);
    },
    async transfersIn(txHash, recipients) {
      if (!(recipients instanceof AddressTable)) throw new TypeError('Addresses come in a set made by watch()');
      return tronTransfersIn(parts, txHash, recipients);
    },
    endpoints: rotation,
    close: () => rotation.close(),
  };
}

async function headerAt(parts: TronParts, number: number): Promise<BlockHeader | null> {
  const answer = await parts.rotation.call('/wallet/getblock', [{ id_or_num: String(number), detail: false }]);
  try {
    const header = await provedHeader(parts, answer);
    if (header !== null && header.number !== number)
      throw malformed(`Requested block ${number} and received block ${header.number}`);
    return header;
  } catch (fault) {
    if (fault instanceof ChainFault && !(fault instanceof EndpointFault)) parts.rotation.distrust(fault.message);
    throw fault;
  }
}

/** The first block has no signature. It is known by the chain id, which is part of its id. */
async function provedHeader({ representatives }: TronParts, answer: unknown): Promise<BlockHeader | null> {
  const header = readTronHeader(answer);
  if (header === null || header.number === 0) return header;
  const proved = readProvedHeader(answer);
  if (proved !== null) await representatives.vouchFor(proved);
  return header;
}

/** Turns an answer that contradicts a proof into a fault of its endpoint, so that another endpoint is used. */
async function contradicting<T>({ name }: JsonRpcClient, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (fault) {
    if (!(fault instanceof ChainFault) || fault instanceof EndpointFault) throw fault;
    throw new EndpointFault('malformed', `${name}: ${fault.message}`, { cause: fault });
  }
}

/** Checks that both APIs of an endpoint serve this network; JSON-RPC may be missing. */
async function checkNetwork(client: JsonRpcClient, { symbol, chainId }: TronOptions): Promise<void> {
  const genesis = readTronHeader(await client.call('/wallet/getblock', [{ id_or_num: '0', detail: false }]));
  if (genesis === null) throw malformed(`${client.name} has no genesis block`);
  const answered = [chainIdOf(genesis)];
  try {
    answered.push(readNumber(await client.call('eth_chainId', []), 'chain id'));
  } catch (fault) {
    if (!(fault instanceof EndpointFault) || fault.failure === 'busy') throw fault;
  }
  const wrong = answered.find((one) => one !== chainId);
  if (wrong !== undefined)
    throw new ChainFault(`${client.name} is on chain ${wrong}, but ${symbol} is chain ${chainId}`, false);
}

/**
 * The newest block that more than two thirds of the super representatives have built upon (about 19 blocks below the
 * head). Older nodes have a separate API for it instead of a tag.
 */
async function solidified(rotation: EndpointRotation): Promise<number | null> {
  const tagged = await unlessRefused(rotation.call('eth_getBlockByNumber', ['finalized', false]));
  if (tagged !== null) return readNumber((tagged as { readonly number?: unknown }).number, 'number of a block');
  const block = await unlessRefused(rotation.call('/walletsolidity/getnowblock', []));
  return block === null ? null : (readTronHeader(block)?.number ?? null);
}

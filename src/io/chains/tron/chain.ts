// The TRON family: TRX by TransferContract, and allow-listed TRC-20 tokens by their events. Value moved within calls is
// not seen.
import type { RpcBudget } from '../../../core/config/network-entry.ts';
import type { PriceList } from '../../../core/config/price-lists.ts';
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import { every } from '../../throttle.ts';
import { AddressTable } from '../accounts/address-table.ts';
import { blockedAddresses } from '../accounts/blocklist.ts';
import { readNumber } from '../accounts/raw.ts';
import { tokenBalances, tokenFacts } from '../accounts/token-facts.ts';
import { type TransferGas, transferFees } from '../accounts/transfer-fees.ts';
import { lookAtHolder } from '../accounts/wallets/inspect-address.ts';
import { type Chain, ChainFault, malformed, type OpenChain } from '../chain.ts';
import { EndpointFault, unlessRefused } from '../endpoint-fault.ts';
import { EndpointRotation } from '../endpoint-rotation.ts';
import { FlowLimit } from '../flow-limit.ts';
import type { JsonRpcClient } from '../json-rpc.ts';
import { scanInOrder } from '../scan-in-order.ts';
import { tronEndpoint } from './endpoint.ts';
import { chainIdOf, readProvedHeader, readTronHeader } from './header.ts';
import { Tellers } from './proof/agreeing-endpoints.ts';
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
  /** http(s) URLs in order of preference; /wallet/… and /jsonrpc are below them. */
  readonly endpoints: readonly string[];
  /** The only tokens that count, in canonical form. */
  readonly contracts: readonly string[];
  /** For one request, in milliseconds. 20,000 unless given. */
  readonly timeoutMs?: number;
  /** How much each endpoint should be asked; no bound unless given. */
  readonly budget?: RpcBudget | undefined;
  readonly prices?: PriceList | undefined;
  /** Who may sign blocks (canonical); whoever endpoints say is elected, unless given. */
  readonly representatives?: readonly string[] | undefined;
  /** Hears, in sentences without secrets, which endpoints are being avoided and why. */
  readonly log?: (message: string) => void;
}

/** Public endpoints allow some fifteen requests a second. */
const concurrency = { start: 4, most: 16 };
/** Blocks that are asked for together. */
const width = 8;
/** After an endpoint had no API of solidified blocks, it is asked again only after so long. */
const solidityMillis = 300_000;

/** By the facts of the catalog. */
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
 * In what /jsonrpc calls gas, at its price in sun: USDT to a recipient who held none, as tronscan.org shows such
 * transfers. TRX itself is sent for a share of blocks' bytes that most accounts have for nothing.
 */
const transferGas: TransferGas = { coin: null, token: 130_285n };

/** Opens no socket until it is first asked. */
export function tronChain(options: TronOptions): Chain {
  const flow = new FlowLimit(concurrency);
  const limits = options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs };
  const clients = options.endpoints.map((url) => tronEndpoint({ url, ...limits }));
  const check = (client: JsonRpcClient) => checkNetwork(client, options);
  const { budget, prices, log } = options;
  const rotation = new EndpointRotation({ clients, flow, check, budget, prices, log });
  const tellers = new Tellers(clients, rotation, check);
  const say = (message: string) => options.log?.(message);
  const parts: TronParts = {
    rotation,
    tellers,
    say,
    contracts: new Set(options.contracts),
    representatives:
      options.representatives === undefined
        ? new Representatives(tellers, say)
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
    // /wallet shows TRX within calls only where a node keeps internal transactions, which is off by default.
    internalTransfers: () => 'direct_only',
    tokenFacts: (contract) => tokenFacts(rotation, contract),
    transferFees: () => transferFees(rotation, transferGas),
    blockedAddresses: (contract, addresses) => blockedAddresses(rotation, contract, addresses),
    lookAt: async (address) => {
      const { holder } = await lookAtHolder(rotation, address);
      // No wallet of TRON signs as a contract.
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
      throw malformed(`Block ${number} was asked for and block ${header.number} answered`);
    return header;
  } catch (fault) {
    if (fault instanceof ChainFault && !(fault instanceof EndpointFault)) parts.rotation.distrust(fault.message);
    throw fault;
  }
}

/** The first block is nobody's: it is known by the chain id, which is a part of its id. */
async function provedHeader({ representatives }: TronParts, answer: unknown): Promise<BlockHeader | null> {
  const header = readTronHeader(answer);
  if (header === null || header.number === 0) return header;
  const proved = readProvedHeader(answer);
  if (proved !== null) await representatives.vouchFor(proved);
  return header;
}

/** What an endpoint says against all proof is its own fault: another one is asked. */
async function contradicting<T>({ name }: JsonRpcClient, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (fault) {
    if (!(fault instanceof ChainFault) || fault instanceof EndpointFault) throw fault;
    throw new EndpointFault('malformed', `${name}: ${fault.message}`, { cause: fault });
  }
}

/** Both of an endpoint's APIs must be of this network; JSON-RPC may be missing. */
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
 * head). Older nodes have no tag for it, but an API of their own.
 */
async function solidified(rotation: EndpointRotation): Promise<number | null> {
  const tagged = await unlessRefused(rotation.call('eth_getBlockByNumber', ['finalized', false]));
  if (tagged !== null) return readNumber((tagged as { readonly number?: unknown }).number, 'number of a block');
  const block = await unlessRefused(rotation.call('/walletsolidity/getnowblock', []));
  return block === null ? null : (readTronHeader(block)?.number ?? null);
}

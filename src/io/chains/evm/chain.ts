// Reads the networks of the EVM family, which use Ethereum's JSON-RPC.
import type { RpcBudget } from '../../../core/config/network-entry.ts';
import type { PriceList } from '../../../core/config/price-lists.ts';
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import type { Hex } from '../accounts/address.ts';
import { AddressTable } from '../accounts/address-table.ts';
import { blockedAddresses } from '../accounts/blocklist.ts';
import { LogRanges } from '../accounts/log-ranges.ts';
import { quantity, readNumber, transferTopic } from '../accounts/raw.ts';
import { RecipientLogs } from '../accounts/recipient-logs.ts';
import { tokenBalances, tokenFacts } from '../accounts/token-facts.ts';
import { type TransferGas, transferFees } from '../accounts/transfer-fees.ts';
import { inspectHolder } from '../accounts/wallets/inspect-address.ts';
import {
  type Chain,
  ChainFault,
  type InternalTransferVisibility,
  malformed,
  type OpenChain,
  type OwnPayment,
  type WatchedSet,
} from '../chain.ts';
import { unlessRefused } from '../endpoint-fault.ts';
import { EndpointRotation } from '../endpoint-rotation.ts';
import { FlowLimit } from '../flow-limit.ts';
import { type JsonRpcClient, jsonRpcClient } from '../json-rpc.ts';
import { type BlockSource, scanInOrder } from '../scan-in-order.ts';
import { type EvmBalanceProbe, evmBalanceProbe } from './balance-probe/balance-probe.ts';
import { BalanceReader } from './balance-probe/balance-reader.ts';
import { chainIdOf } from './codec.ts';
import { contractVerdict } from './contract-signature.ts';
import { BlockTracer } from './evidence/block-tracer.ts';
import { BackgroundTraces } from './evidence/block-traces.ts';
import { DeliveryCheck } from './evidence/delivery-check.ts';
import { findOwnTransfer } from './own-payment.ts';
import { BlockProofs } from './proofs/block-proofs.ts';
import { BlockInHand } from './scan/block-in-hand.ts';
import { bloomBits } from './scan/bloom.ts';
import type { Sought } from './scan/check-block-logs.ts';
import { readHeader } from './scan/raw-block.ts';
import { ReceiptReader } from './scan/receipts.ts';
import { transfersIn } from './scan/transfers-in.ts';
import { readWholeBlocks, type ScanParts } from './scan/whole-blocks.ts';
import { ManyBalances } from './sweep/balances-at.ts';
import { transfersSince } from './sweep/transfers-since.ts';
import { transactionsSent } from './transactions-sent.ts';

export interface EvmOptions {
  /** The network's symbol, for messages. */
  readonly symbol: string;
  readonly chainId: number;
  /** http(s) URLs in order of preference. */
  readonly endpoints: readonly string[];
  /** Clients to use in place of `endpoints`. */
  readonly clients?: readonly JsonRpcClient[];
  /** The allow-listed tokens, by address in any case. */
  readonly contracts: readonly { readonly address: string }[];
  /**
   * The tokens among them that may deliver less than their events report: their balances are compared. None by default.
   */
  readonly unproven?: readonly string[];
  /**
   * Whether traces are used to find native coin that contracts pass on. `auto`: an endpoint that can traces blocks in
   * which balances rose, in the background. `on`: every block is traced, and waits for its trace. `off` by default.
   */
  readonly traces?: 'auto' | 'on' | 'off';
  /** The tag by which the network's nodes name the newest final block. `finalized` by default. */
  readonly finalityTag?: 'finalized' | 'safe';
  /** The number of concurrent requests at the start, and at most. 8 and 32 by default. */
  readonly concurrency?: { readonly start: number; readonly most: number };
  /** The most blocks in one eth_getLogs request. 20 by default. */
  readonly logRange?: number;
  /** Whether a scan traces each block and waits for it: if traces are `on`, and for recorded blocks. */
  readonly tracesInScan?: boolean;
  /** How long to wait for a trace that no block depends on, in milliseconds. 10,000 by default. */
  readonly traceMillis?: number;
  /** The timeout of one request, in milliseconds. 20,000 by default. */
  readonly timeoutMs?: number;
  /** The most bytes of one response. 32 MiB by default. */
  readonly maxBytes?: number;
  /** The limit of calls to each endpoint; no limit by default. */
  readonly budget?: RpcBudget | undefined;
  /** The price of each call by the provider's list; one each by default. */
  readonly prices?: PriceList | undefined;
  /** Receives sentences, without secrets, on which endpoints are avoided and why. */
  readonly log?: (message: string) => void;
}

/** Opens a chain with the settings of the catalog. */
export const openEvmChain: OpenChain = (
  { symbol, chainId, rpc, contracts, traces = 'auto', finalityTag = 'finalized', unproven = [], budget, prices },
  log,
) =>
  evmChain({
    symbol,
    chainId: chainIdOf(symbol, chainId),
    endpoints: rpc,
    contracts: contracts.map((address) => ({ address })),
    traces,
    finalityTag,
    unproven,
    budget,
    prices,
    log: (message) => log.warn({ network: symbol }, message),
  });

export interface EvmChain extends Chain {
  readonly balances?: EvmBalanceProbe;
}

/**
 * Reads the native coin and allow-listed ERC-20 tokens of one EVM network by eth_getBlockByNumber, eth_getLogs and
 * receipts, and by traces if they are switched on. Opens no socket until its first request.
 */
export function evmChain(options: EvmOptions): EvmChain {
  const contracts = new Set(options.contracts.map(({ address }) => tokenAddress(address)));
  const flow = new FlowLimit(options.concurrency ?? { start: 8, most: 32 });
  const rotation = new EndpointRotation({
    clients: options.clients ?? options.endpoints.map((url) => jsonRpcClient({ url, ...limitsOf(options) })),
    flow,
    check: (client) => checkChainId(client, options),
    budget: options.budget,
    prices: options.prices,
    log: options.log,
  });
  const topicBits = bloomBits(transferTopic);
  const tracer = tracerFor(options, rotation);
  const parts = {
    rotation,
    flow,
    contracts,
    ranges: new LogRanges(rotation, [...contracts], options.logRange ?? 20),
    inHand: new BlockInHand(),
    receipts: new ReceiptReader(rotation),
    recipientLogs: new RecipientLogs(rotation, contracts),
    proofs: new BlockProofs((text) => options.log?.(text)),
    transferBits: [...contracts].map((address) => [...bloomBits(address as Hex), ...topicBits]),
    tracer,
    tracesInScan: options.tracesInScan ?? options.traces === 'on',
    deliveries: deliveriesFor(options, rotation),
  };
  const log = (text: string) => options.log?.(text);
  const reader = new BalanceReader(rotation, log);
  const many = new ManyBalances(rotation, reader);
  const traces = tracer === null ? null : new BackgroundTraces(tracer, flow);
  const balances = options.traces === 'auto' ? evmBalanceProbe({ ...parts, traces }, reader, log) : null;
  return {
    verify: () => rotation.checkAll(),
    head: () => rotation.head(readHead),
    next: (number) => rotation.next(number, (client) => parts.inHand.read(client, number), readHead),
    headerAt: (number) => headerAt(rotation, number),
    transfersSince: (first, last, watched, signal) =>
      transfersSince(parts.recipientLogs, { first, last }, watched, signal),
    balancesAt: (addresses, block, signal) => many.at(block, addresses, signal),
    finalized: () => finalized(rotation, options.finalityTag ?? 'finalized'),
    tokenFacts: (contract) => tokenFacts(rotation, contract),
    transferFees: () => transferFees(rotation, transferGas),
    blockedAddresses: (contract, addresses) => blockedAddresses(rotation, contract, addresses),
    transactionsSent: (address) => transactionsSent(rotation, address),
    lookAt: async (address) => ({
      ...(await inspectHolder(rotation, address)),
      sent: await transactionsSent(rotation, address),
    }),
    contractVerdict: (address, digest, signature) => contractVerdict(rotation, address, digest, signature),
    ownPayment: (sought, signal) => ownPayment(parts, sought, signal),
    tokenBalances: (address, tokens) => tokenBalances(rotation, address, tokens),
    internalTransfers: () => sightOf(tracer, balances),
    ...(balances === null ? {} : { balances }),
    watch: () => new AddressTable(),
    scan: (first, last, watched, signal) =>
      scanInOrder(sourceOf(parts, { watched: tableOf(watched), awaited: null }), first, last, signal),
    scanWithCare: (first, last, { watched, awaited }, signal) =>
      scanInOrder(sourceOf(parts, { watched: tableOf(watched), awaited }), first, last, signal),
    transfersIn: async (txHash, recipients) => transfersIn(parts, txHash, tableOf(recipients)),
    endpoints: rotation,
    close: () => rotation.close(),
  };
}

/**
 * G_transaction of the Yellow Paper, and the gas of a USDT or USDC transfer to a recipient who held none. Rollups add a
 * data fee that eth_gasPrice does not include.
 */
const transferGas: TransferGas = { coin: 21_000n, token: 65_000n };

async function readHead(client: JsonRpcClient): Promise<BlockHeader> {
  return readHeader(await client.call('eth_getBlockByNumber', ['latest', false]));
}

function sourceOf(parts: ScanParts, sought: Omit<Sought, 'signal'>): BlockSource {
  const { rotation, flow, ranges } = parts;
  const read = (first: number, last: number, stop: AbortSignal) =>
    readWholeBlocks(parts, first, last, { ...sought, signal: stop });
  return { rotation, flow, width: () => ranges.width, read };
}

async function ownPayment(
  parts: ScanParts & { readonly recipientLogs: RecipientLogs },
  sought: OwnPayment,
  signal: AbortSignal,
) {
  const { number: head } = await parts.rotation.head(readHead);
  const watched = new AddressTable();
  watched.add(sought.address);
  const source = sourceOf(parts, { watched, awaited: [sought.address] });
  const readBlock = (number: number) => scanInOrder(source, number, number, signal);
  return findOwnTransfer({ logs: parts.recipientLogs, head, readBlock }, sought, signal);
}

function tableOf(watched: WatchedSet): AddressTable {
  if (!(watched instanceof AddressTable)) throw new TypeError('Addresses come in a set made by watch() of this family');
  return watched;
}

async function headerAt(rotation: EndpointRotation, number: number): Promise<BlockHeader | null> {
  const raw = await rotation.call('eth_getBlockByNumber', [quantity(number), false]);
  if (raw === null) return null;
  const header = readHeader(raw);
  if (header.number !== number) throw malformed(`Requested block ${number} and received block ${header.number}`);
  return header;
}

function sightOf(tracer: BlockTracer | null, balances: EvmBalanceProbe | null): InternalTransferVisibility | null {
  if (tracer === null) return 'direct_only';
  tracer.look().catch(() => undefined);
  if (tracer.sight !== 'direct_only' || balances === null) return tracer.sight;
  if (balances.isAvailable === null) return null;
  return balances.isAvailable ? 'one_time_addresses' : 'direct_only';
}

/**
 * The address at which EIP-7708 logs native transfers in ERC-20's form. It is never a token, because the value would
 * then count twice.
 */
const nativeLogAddress = '0xfffffffffffffffffffffffffffffffffffffffe';

function tokenAddress(address: string): string {
  const canonical = address.toLowerCase();
  if (!/^0x[0-9a-f]{40}$/.test(canonical)) throw new TypeError(`${address} is not an address of a token`);
  if (canonical === nativeLogAddress) throw new TypeError(`${address} stands for the native coin and is not a token`);
  return canonical;
}

function tracerFor({ traces, traceMillis, log }: EvmOptions, rotation: EndpointRotation): BlockTracer | null {
  if (traces === undefined || traces === 'off') return null;
  return new BlockTracer({ rotation, mode: traces, log: (message) => log?.(message), mostMillis: traceMillis });
}

function deliveriesFor({ unproven = [], log }: EvmOptions, rotation: EndpointRotation): DeliveryCheck | null {
  if (unproven.length === 0) return null;
  const contracts = new Set(unproven.map(tokenAddress));
  return new DeliveryCheck(rotation, contracts, (message) => log?.(message));
}

function limitsOf({ timeoutMs, maxBytes }: EvmOptions): { timeoutMs?: number; maxBytes?: number } {
  return { ...(timeoutMs === undefined ? {} : { timeoutMs }), ...(maxBytes === undefined ? {} : { maxBytes }) };
}

async function checkChainId(client: JsonRpcClient, { symbol, chainId }: EvmOptions): Promise<void> {
  const answered = readNumber(await client.call('eth_chainId', []), 'chain id');
  if (answered === chainId) return;
  throw new ChainFault(`${client.name} is on chain ${answered}, but ${symbol} is chain ${chainId}`, false);
}

async function finalized(rotation: EndpointRotation, tag: 'finalized' | 'safe'): Promise<number | null> {
  // Networks without finality, and older nodes, refuse the tag.
  const raw = await unlessRefused(rotation.call('eth_getBlockByNumber', [tag, false]));
  return raw === null ? null : readHeader(raw).number;
}

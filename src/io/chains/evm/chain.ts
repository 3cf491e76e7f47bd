// The EVM family: every network that speaks Ethereum's JSON-RPC.
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
import { lookAtHolder } from '../accounts/wallets/inspect-address.ts';
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
import { TracesBeside } from './evidence/block-traces.ts';
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
  /** In the place of endpoints: what answers for them. */
  readonly clients?: readonly JsonRpcClient[];
  /** The only tokens that count, by address in any case. */
  readonly contracts: readonly { readonly address: string }[];
  /** Those of them that may deliver less than their events say: their balances are compared. None unless given. */
  readonly unproven?: readonly string[];
  /**
   * Whether native coin that contracts pass on is looked for in traces: `auto`: where an endpoint can, of blocks in
   * which balances rose, beside all else; `on`: of each block, which waits for it. `off` unless given.
   */
  readonly traces?: 'auto' | 'on' | 'off';
  /** What the network's nodes call the newest block that is final. `finalized` unless given. */
  readonly finalityTag?: 'finalized' | 'safe';
  /** Requests under way at once: at the start, and at most. 8 and 32 unless given. */
  readonly concurrency?: { readonly start: number; readonly most: number };
  /** Blocks asked for in one eth_getLogs at most. 20 unless given. */
  readonly logRange?: number;
  /** Whether a scan traces each block and waits for it: where traces are `on`, and of recorded blocks. */
  readonly tracesInScan?: boolean;
  /** How long a trace is waited for that no block waits for, in milliseconds. 10,000 unless given. */
  readonly traceMillis?: number;
  /** For one request, in milliseconds. 20,000 unless given. */
  readonly timeoutMs?: number;
  /** Bytes of one answer at most. 32 MiB unless given. */
  readonly maxBytes?: number;
  /** How much each endpoint should be asked; no bound unless given. */
  readonly budget?: RpcBudget | undefined;
  /** What its provider counts a call as; one each unless given. */
  readonly prices?: PriceList | undefined;
  /** Hears, in sentences without secrets, which endpoints are being avoided and why. */
  readonly log?: (message: string) => void;
}

/** By the facts of the catalog. */
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
 * Native coin and allow-listed ERC-20 tokens of one EVM network, by eth_getBlockByNumber, eth_getLogs and receipts, and
 * by traces where those are wanted. Opens no socket until it is first asked.
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
  const traces = tracer === null ? null : new TracesBeside(tracer, flow);
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
      ...(await lookAtHolder(rotation, address)),
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
 * G_transaction of the Yellow Paper, and what USDT and USDC use for a recipient who held none. Rollups add what they
 * pay for their data, which no endpoint's price of gas tells.
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
  if (header.number !== number) throw malformed(`Block ${number} was asked for and block ${header.number} answered`);
  return header;
}

function sightOf(tracer: BlockTracer | null, balances: EvmBalanceProbe | null): InternalTransferVisibility | null {
  if (tracer === null) return 'direct_only';
  tracer.look().catch(() => undefined);
  if (tracer.sight !== 'direct_only' || balances === null) return tracer.sight;
  if (balances.isTold === null) return null;
  return balances.isTold ? 'one_time_addresses' : 'direct_only';
}

/** Where EIP-7708 logs native transfers in ERC-20's form: never a token, or the same value would count twice. */
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

// Sorts recorded data of an EVM node: blocks, receipts, logs and traces, in any nesting.
import type { RawLog } from '../../io/chains/accounts/raw.ts';
import type { CallFrame, FlatTrace } from '../../io/chains/evm/evidence/call-frames.ts';
import type { RawBlock, RawReceipt, RawTransaction } from '../../io/chains/evm/scan/raw-block.ts';

type Json = Readonly<Record<string, unknown>>;

/** The recorded data of one block. */
export interface RecordedBlock {
  readonly hash: string;
  number: string;
  /** The block itself; null if only its receipts or logs were recorded. */
  block: Omit<RawBlock, 'transactions'> | null;
  /** The hashes in the block's order, if the block was recorded with hashes only. */
  hashes: readonly string[] | null;
  readonly transactions: Map<string, RawTransaction>;
  readonly receipts: Map<string, RawReceipt>;
  readonly logs: RawLog[];
  readonly flatTraces: FlatTrace[];
  /** Frames without transaction hashes, in the order of the block's chain transactions. */
  frames: readonly CallFrame[] | null;
}

/** The recorded data that was not taken out yet. */
export class Recording {
  readonly blocks = new Map<string, RecordedBlock>();
  /** Frames of callTracer by chain transaction. */
  readonly frames = new Map<string, CallFrame>();
  /** Whether any receipts, or any separate logs, were recorded. */
  hasReceipts = false;
  hasLogs = false;

  /**
   * Adds one JSON value: a block, a receipt, a log, a trace, a list of these, a JSON-RPC response, or an object with
   * members such as block and receipts. Throws TypeError for any other value.
   */
  take(value: unknown): void {
    if (!this.#sort(value, null, 0))
      throw new TypeError(`contains a value that is not a block, receipt, log or trace: ${shortened(value)}`);
  }

  #sort(value: unknown, around: RecordedBlock | null, depth: number): boolean {
    if (Array.isArray(value)) return this.#sortList(value, around, depth);
    if (typeof value !== 'object' || value === null || depth > 8) return false;
    const one = value as Json;
    if ('error' in one && one.error != null && !('type' in one) && ('jsonrpc' in one || 'id' in one))
      throw new TypeError(`contains an error response: ${shortened(one.error)}`);
    if ('jsonrpc' in one && 'result' in one) return one.result === null || this.#sort(one.result, around, depth + 1);
    if ('parentHash' in one && 'hash' in one) return this.#block(one, depth);
    if ('traceAddress' in one) return this.#flatTrace(one);
    if ('topics' in one && 'data' in one) return this.#log(one);
    if ('transactionHash' in one && ('status' in one || 'logs' in one || 'cumulativeGasUsed' in one))
      return this.#receipt(one);
    if ('txHash' in one && 'result' in one) return this.#frame(one);
    if ('hash' in one && 'from' in one && 'value' in one && 'blockHash' in one) return this.#transaction(one);
    return this.#members(one, around, depth);
  }

  #sortList(items: readonly unknown[], around: RecordedBlock | null, depth: number): boolean {
    const isFrames = items.length > 0 && items.every((item) => isFrame(item) || isFrame((item as Json | null)?.result));
    const isNamed = items.some((item) => typeof item === 'object' && item !== null && 'txHash' in item);
    if (isFrames && !isNamed && around !== null) {
      around.frames = items.map((item) => (isFrame(item) ? item : ((item as Json).result as CallFrame)));
      return true;
    }
    let isSorted = true;
    for (const item of items) if (!this.#sort(item, around, depth + 1)) isSorted = false;
    return isSorted;
  }

  /** The block is read first, since the values next to it may be recognizable only by it. */
  #members(one: Json, around: RecordedBlock | null, depth: number): boolean {
    const block = 'block' in one ? this.#blockIn(one.block, depth) : around;
    let found = block !== around;
    for (const [name, member] of Object.entries(one)) {
      if (name === 'block' && found) continue;
      if (typeof member === 'object' && member !== null && this.#sort(member, block, depth + 1)) found = true;
    }
    return found;
  }

  #blockIn(value: unknown, depth: number): RecordedBlock | null {
    const inner = typeof value === 'object' && value !== null && 'result' in value ? value.result : value;
    if (typeof inner !== 'object' || inner === null || !('hash' in inner) || !this.#sort(inner, null, depth + 1))
      return null;
    return this.blocks.get(text(inner.hash)) ?? null;
  }

  #block(one: Json, depth: number): boolean {
    const at = this.#at(one.hash, one.number);
    const { transactions, ...more } = one;
    const header = { ...one, number: hex(one.number), timestamp: hex(one.timestamp), hash: at.hash };
    at.block = header as unknown as RawBlock;
    const listed = Array.isArray(transactions) ? transactions : [];
    at.hashes = listed.map((tx) => text(typeof tx === 'string' ? tx : (tx as Json | null)?.hash));
    for (const tx of listed)
      if (typeof tx === 'object' && tx !== null) this.#transaction({ ...tx, blockHash: at.hash });
    for (const name of ['receipts', 'logs', 'traces', 'trace']) if (name in more) this.#sort(more[name], at, depth + 1);
    return true;
  }

  #transaction(one: Json): boolean {
    const at = this.#at(one.blockHash, one.blockNumber);
    const fields = { ...one, hash: text(one.hash), value: hex(one.value), input: one.input ?? one.data ?? '0x' };
    at.transactions.set(fields.hash, fields as unknown as RawTransaction);
    return true;
  }

  #receipt(one: Json): boolean {
    const at = this.#at(one.blockHash, one.blockNumber);
    const transactionHash = text(one.transactionHash);
    const own = { blockHash: one.blockHash, blockNumber: one.blockNumber, transactionHash };
    const logs = (Array.isArray(one.logs) ? one.logs : []).map((log: Json) => logOf({ ...own, ...log }));
    const status = typeof one.status === 'boolean' ? (one.status ? '0x1' : '0x0') : hex(one.status);
    at.receipts.set(transactionHash, { ...one, transactionHash, blockHash: at.hash, status, logs } as RawReceipt);
    this.hasReceipts = true;
    return true;
  }

  #log(one: Json): boolean {
    this.#at(one.blockHash, one.blockNumber).logs.push(logOf(one));
    this.hasLogs = true;
    return true;
  }

  #frame(one: Json): boolean {
    if (!isFrame(one.result)) return false;
    this.frames.set(text(one.txHash), one.result);
    return true;
  }

  #flatTrace(one: Json): boolean {
    this.#at(one.blockHash, one.blockNumber).flatTraces.push(one as FlatTrace);
    return true;
  }

  #at(blockHash: unknown, number: unknown): RecordedBlock {
    const hash = text(blockHash);
    if (!/^0x[0-9a-f]{64}$/.test(hash)) throw new TypeError('contains a value without its block (blockHash)');
    const found = this.blocks.get(hash);
    if (found !== undefined) return found;
    const lists = { receipts: new Map(), logs: [], flatTraces: [], frames: null };
    const made: RecordedBlock = {
      hash,
      number: hex(number),
      block: null,
      hashes: null,
      transactions: new Map(),
      ...lists,
    };
    this.blocks.set(hash, made);
    return made;
  }
}

function logOf(one: Json): RawLog {
  const { logIndex, blockNumber, blockHash, transactionHash } = one;
  const places = { logIndex: hex(logIndex), blockNumber: hex(blockNumber), blockHash: text(blockHash) };
  return { ...one, ...places, transactionHash: text(transactionHash) } as unknown as RawLog;
}

/** Chain transactions and receipts also have a type, but as a number. */
function isFrame(value: unknown): value is CallFrame {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('from' in value)) return false;
  return typeof value.type === 'string' && /^[A-Z]/i.test(value.type) && !('traceAddress' in value);
}

/** Normalizes quantities to the format of nodes. Some libraries write numbers, or decimals as text. */
function hex(value: unknown): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return `0x${value.toString(16)}`;
  if (typeof value === 'string' && /^[0-9]+$/.test(value)) return `0x${BigInt(value).toString(16)}`;
  return typeof value === 'string' ? value : '';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}

function shortened(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 120);
}

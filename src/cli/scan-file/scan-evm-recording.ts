// Runs recorded blocks of an EVM network through the same scanner that follows networks.
import type { ScannedBlock } from '../../core/payment/transfer.ts';
import { AddressTable } from '../../io/chains/accounts/address-table.ts';
import { evmChain } from '../../io/chains/evm/chain.ts';
import { recordedClient } from './evm-recorded-client.ts';
import { type RecordedBlock, Recording } from './evm-recording.ts';

export interface RecordingOptions {
  readonly symbol: string;
  readonly chainId: number;
  /** The contracts of the tokens to scan; null for all contracts with a Transfer event in the recording. */
  readonly contracts: readonly string[] | null;
  /** The addresses to watch; null for all. */
  readonly addresses: readonly string[] | null;
  /** Called with a sentence for everything that cannot be determined from the recording. */
  readonly warn: (message: string) => void;
}

/** How many complete blocks are held back for traces that may still follow. */
const mostWaiting = 64;

/**
 * `values`: the JSON values of one recording, blocks in any order. With `isOne`, a block is scanned and dropped as soon
 * as it is complete, which bounds memory if its parts are close together. Otherwise scanning begins after everything
 * was read. Throws TypeError if it is not a recording, and ChainFault if data is missing.
 */
export async function* scanRecording(
  values: AsyncIterable<unknown>,
  options: RecordingOptions,
  isOne: boolean,
): AsyncGenerator<ScannedBlock> {
  const recording = new Recording();
  const watched = watchedSet(options.addresses);
  for await (const value of values) {
    recording.take(value);
    while (isOne && recording.blocks.size > mostWaiting && isWhole(oldestOf(recording)))
      yield await scanOne(recording, oldestOf(recording), watched, options);
  }
  if (recording.blocks.size === 0) throw new TypeError('There is no block, receipt or log');
  const rest = [...recording.blocks.values()].sort((a, b) => Number(a.number) - Number(b.number));
  for (const block of rest) {
    if (isTraceOnly(block))
      options.warn(`the traces of block ${Number(block.number)} are too far from it, or it is missing`);
    else yield await scanOne(recording, block, watched, options);
  }
}

function oldestOf({ blocks }: Recording): RecordedBlock {
  const [oldest] = blocks.values();
  return oldest as RecordedBlock;
}

function isWhole({ block, hashes, transactions, receipts }: RecordedBlock): boolean {
  return block !== null && hashes?.every((hash) => transactions.has(hash) && receipts.has(hash)) === true;
}

function isTraceOnly({ block, receipts, logs }: RecordedBlock): boolean {
  return block === null && receipts.size === 0 && logs.length === 0;
}

/** Watches every address except the zero address, to which tokens are sent when destroyed. */
class EveryAddress extends AddressTable {
  override get size(): number {
    return 1;
  }

  override has(address: string): boolean {
    return /^0x[0-9a-fA-F]{40}$/.test(address) && !/^0x0{40}$/.test(address);
  }

  override hasAt(text: string, offset: number): boolean {
    return this.has(`0x${text.slice(offset, offset + 40)}`);
  }
}

function watchedSet(addresses: readonly string[] | null): AddressTable {
  if (addresses === null) return new EveryAddress();
  const watched = new AddressTable();
  for (const address of addresses) watched.add(address);
  return watched;
}

async function scanOne(
  recording: Recording,
  block: RecordedBlock,
  watched: AddressTable,
  { symbol, chainId, contracts, warn }: RecordingOptions,
): Promise<ScannedBlock> {
  recording.blocks.delete(block.hash);
  const number = Number(block.number);
  check(recording, block, warn);
  const client = recordedClient(chainId, block, recording.frames);
  const listed = contracts ?? tokensIn(block);
  const chain = evmChain({
    symbol,
    chainId,
    endpoints: [],
    clients: [client],
    traces: 'auto',
    tracesInScan: true,
    logRange: 1,
    contracts: listed.map((address) => ({ address })),
  });
  for await (const scanned of chain.scan(number, number, watched, new AbortController().signal)) return scanned;
  throw new TypeError(`Block ${number} could not be read`);
}

function check(
  recording: Recording,
  { block, number, hashes, transactions, receipts, logs, flatTraces, frames }: RecordedBlock,
  warn: (message: string) => void,
): void {
  const named = `block ${Number(number)}`;
  if (block === null) {
    warn(
      `${named} itself is missing (eth_getBlockByNumber with true): ` +
        `only token events in its ${receipts.size > 0 ? 'receipts' : 'logs'} are found`,
    );
    return;
  }
  const count = hashes?.length ?? 0;
  if (count === 0) return;
  if (hashes?.some((hash) => !transactions.has(hash)))
    warn(
      `${named} came with hashes of its chain transactions only (eth_getBlockByNumber needs true): ` +
        'native payments in it are not found',
    );
  if (!recording.hasReceipts && !recording.hasLogs)
    throw new TypeError(
      `There are no receipts and no logs of ${named} (eth_getBlockReceipts, or eth_getLogs): ` +
        'token transfers, and failures of transactions, are not found',
    );
  if (receipts.size > 0 && receipts.size < count)
    throw new TypeError(`There are receipts of ${receipts.size} of the ${count} chain transactions of ${named}`);
  if (receipts.size === 0 && logs.length === 0 && recording.hasReceipts)
    throw new TypeError(`There are receipts of other blocks, but none of ${named}`);
  if (frames === null && flatTraces.length === 0 && recording.frames.size === 0)
    warn(
      'there are no traces (debug_traceBlockByNumber with callTracer, or trace_block): ' +
        'native coin that contracts passed on is not found',
    );
}

/** 0xff…fe logs native coin in the form of a token (EIP-7708), but is not a token. */
function tokensIn({ receipts, logs }: RecordedBlock): string[] {
  const all = [...logs, ...[...receipts.values()].flatMap((receipt) => receipt.logs)];
  const found = new Set(all.filter(({ topics }) => topics.length === 3).map(({ address }) => address.toLowerCase()));
  found.delete('0xfffffffffffffffffffffffffffffffffffffffe');
  return [...found];
}

// Answers the RPC calls of a scan from one recorded block, like a node with no other data.
import { quantity, type RawLog } from '../../io/chains/accounts/raw.ts';
import { EndpointFault } from '../../io/chains/endpoint-fault.ts';
import type { CallFrame } from '../../io/chains/evm/evidence/call-frames.ts';
import type { RawTransaction } from '../../io/chains/evm/scan/raw-block.ts';
import type { JsonRpcClient, RpcCall } from '../../io/chains/json-rpc.ts';
import type { RecordedBlock } from './evm-recording.ts';

const zeroHash = `0x${'0'.repeat(64)}`;
const nobody = `0x${'0'.repeat(40)}`;

interface LogFilter {
  readonly address: readonly string[];
  readonly topics: readonly string[];
}

/** `frames`: the frames that name their chain transaction, from this block and others. */
export function recordedClient(
  chainId: number,
  recorded: RecordedBlock,
  frames: ReadonlyMap<string, CallFrame>,
): JsonRpcClient {
  const block = wholeBlock(recorded);
  const answer = (method: string, params: readonly unknown[]): unknown => {
    switch (method) {
      case 'eth_chainId':
        return quantity(chainId);
      case 'eth_getBlockByNumber':
      case 'eth_getBlockByHash':
        return params[1] === true ? block : { ...block, transactions: block.transactions.map(({ hash }) => hash) };
      case 'eth_getLogs':
        return logsOf(recorded, params[0] as LogFilter);
      case 'eth_getBlockReceipts':
        return block.transactions.map(({ hash }) => receiptOf(recorded, hash));
      case 'eth_getTransactionReceipt':
        return receiptOf(recorded, params[0] as string);
      case 'debug_traceBlockByNumber':
      case 'debug_traceBlockByHash':
        if (recorded.flatTraces.length > 0) return refuse(`the method ${method} does not exist`);
        return params[0] === 'latest' ? [] : block.transactions.map((tx, at) => frameOf(recorded, frames, tx, at));
      case 'trace_block':
        return recorded.flatTraces;
      default:
        return refuse(`the method ${method} does not exist`);
    }
  };
  const call = async (method: string, params: readonly unknown[]) => answer(method, params);
  const batch = (calls: readonly RpcCall[]) => Promise.all(calls.map(({ method, params }) => call(method, params)));
  const settle = async (calls: readonly RpcCall[]) =>
    (await Promise.allSettled(calls.map(({ method, params }) => call(method, params)))).map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : outcome.reason,
    );
  return { name: 'the recording', call, batch, settle, close: async () => undefined };
}

interface WholeBlock {
  readonly transactions: readonly RawTransaction[];
  readonly logsBloom: string;
}

/** Builds a block from recorded receipts or logs alone. Native payments of its transactions are then unknown. */
function wholeBlock({ block, hash, number, hashes, transactions, receipts }: RecordedBlock): WholeBlock {
  const listed = hashes ?? [...receipts.keys()];
  const whole = listed.map((txHash) => transactions.get(txHash) ?? withoutValue(txHash, receipts.get(txHash)));
  const header = block ?? { number, hash, parentHash: zeroHash, timestamp: '0x0', logsBloom: '' };
  // If not all receipts were recorded, a logs filter proves nothing.
  const isComplete = listed.every((txHash) => receipts.has(txHash));
  return { ...header, logsBloom: isComplete ? header.logsBloom : '', transactions: whole };
}

function withoutValue(hash: string, receipt: object | undefined): RawTransaction {
  const { from = nobody, to = null } = (receipt ?? {}) as { from?: string; to?: string | null };
  return { hash, from, to, value: '0x0', input: '0x' };
}

function logsOf({ receipts, logs }: RecordedBlock, { address, topics }: LogFilter): readonly RawLog[] {
  const all = receipts.size > 0 ? [...receipts.values()].flatMap((receipt) => receipt.logs) : logs;
  const wanted = new Set(address);
  return all
    .filter((log) => log.topics[0] === topics[0] && wanted.has(log.address.toLowerCase()))
    .sort((a, b) => Number(a.logIndex) - Number(b.logIndex));
}

function receiptOf({ receipts, number }: RecordedBlock, hash: string): unknown {
  return receipts.get(hash) ?? refuse(`the receipt of ${hash} in block ${Number(number)} is not there`);
}

/** Returns nothing for a chain transaction without a recorded trace. */
function frameOf(
  recorded: RecordedBlock,
  frames: ReadonlyMap<string, CallFrame>,
  tx: RawTransaction,
  at: number,
): { txHash: string; result: CallFrame } {
  const result = frames.get(tx.hash) ?? recorded.frames?.[at] ?? { type: 'CALL', from: tx.from, value: '0x0' };
  return { txHash: tx.hash, result };
}

function refuse(message: string): never {
  throw new EndpointFault('refused', message);
}

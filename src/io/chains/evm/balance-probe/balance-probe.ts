// Finds internal transfers of an EVM network by balances, and proves them by a trace or by re-execution.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import type { BalanceProbe } from '../../chain.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import type { BackgroundTraces } from '../evidence/block-traces.ts';
import type { ReceiptReader } from '../scan/receipts.ts';
import { risesOf, tracedBlock } from './balance-increases.ts';
import type { BalanceReader } from './balance-reader.ts';
import { bisectBalance } from './bisect-balance.ts';
import { type BlockDeltas, blockDeltas } from './block-deltas.ts';
import { ReExecutions } from './re-execution.ts';
import type { ReExecution } from './sent-by-call.ts';

/** A balance probe with the details that only the EVM family has. */
export interface EvmBalanceProbe extends BalanceProbe {
  /** Whether an endpoint returns balances; null while it is not known. */
  readonly isAvailable: boolean | null;
  deltasIn(number: number, addresses: readonly string[], signal: AbortSignal): Promise<BlockDeltas | null>;
  /** Executes a chain transaction of this block again, on the state before the block. */
  reexecute(header: BlockHeader, txHash: string, signal: AbortSignal): Promise<ReExecution | null>;
}

export interface ProbeParts {
  readonly rotation: EndpointRotation;
  readonly receipts: ReceiptReader;
  /** Null if traces are switched off. */
  readonly traces: BackgroundTraces | null;
}

export function evmBalanceProbe(
  { rotation, receipts, traces }: ProbeParts,
  balances: BalanceReader,
  log: (message: string) => void,
): EvmBalanceProbe {
  const executions = new ReExecutions(rotation, log);
  const parts = { rotation, receipts, balances };
  return {
    get isAvailable() {
      return balances.isAvailable;
    },
    at: (block, addresses, signal) => balances.at(block, addresses, signal),
    bisect: ({ address, ...search }, signal) =>
      bisectBalance(search, async (number) => (await balances.at({ number }, [address], signal))?.[0] ?? null),
    deltasIn: (number, addresses, signal) => blockDeltas(parts, number, addresses, signal),
    reexecute: (header, txHash, signal) => executions.of(header, txHash, signal),
    internalTransfers: (query, signal) =>
      risesOf(query, {
        header: (number) => tracedBlock(rotation, number, signal),
        traces,
        deltas: (addresses) => blockDeltas(parts, query.number, addresses, signal),
        reexecute: (header, txHash) => executions.of(header, txHash, signal),
      }),
    async confirms({ txHash, recipient, amount }, { number, hash }, signal) {
      const deltas = await blockDeltas(parts, number, [recipient], signal);
      if (deltas === null || deltas.header.hash !== hash || !deltas.succeeded.has(txHash)) return false;
      return (deltas.of.get(recipient)?.amount ?? 0n) >= amount;
    },
  };
}

// Finds internal transfers of an EVM network by balances, for where no endpoint traces.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import type { BalanceProbe } from '../../chain.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import type { ReceiptReader } from '../scan/receipts.ts';
import { BalanceReader } from './balance-reader.ts';
import { bisectBalance } from './bisect-balance.ts';
import { type BlockDeltas, blockDeltas } from './block-deltas.ts';
import { internalTransfersOf } from './internal-transfers.ts';
import { ReExecutions } from './re-execution.ts';
import type { ReExecution } from './sent-by-call.ts';

/** With what it goes by, which only this family knows. */
export interface EvmBalanceProbe extends BalanceProbe {
  /** Whether an endpoint tells balances, as far as is known. */
  readonly isTold: boolean | null;
  deltasIn(number: number, addresses: readonly string[], signal: AbortSignal): Promise<BlockDeltas | null>;
  /** Executes a chain transaction of this block once more, on the state before the block. */
  reexecute(header: BlockHeader, txHash: string, signal: AbortSignal): Promise<ReExecution | null>;
}

export function evmBalanceProbe(
  rotation: EndpointRotation,
  receipts: ReceiptReader,
  log: (message: string) => void,
): EvmBalanceProbe {
  const balances = new BalanceReader(rotation, log);
  const executions = new ReExecutions(rotation, log);
  const parts = { rotation, receipts, balances };
  return {
    get isTold() {
      return balances.isTold;
    },
    at: (block, addresses, signal) => balances.at(block, addresses, signal),
    bisect: ({ address, ...search }, signal) =>
      bisectBalance(search, async (number) => (await balances.at({ number }, [address], signal))?.[0] ?? null),
    deltasIn: (number, addresses, signal) => blockDeltas(parts, number, addresses, signal),
    reexecute: (header, txHash, signal) => executions.of(header, txHash, signal),
    async internalTransfers(query, signal) {
      const deltas = await blockDeltas(parts, query.number, [...query.claims.keys()], signal);
      if (deltas === null) return null;
      return internalTransfersOf(deltas, query, (header, txHash) => executions.of(header, txHash, signal));
    },
    async confirms({ txHash, recipient, amount }, { number, hash }, signal) {
      const deltas = await blockDeltas(parts, number, [recipient], signal);
      if (deltas === null || deltas.header.hash !== hash || !deltas.succeeded.has(txHash)) return false;
      return (deltas.of.get(recipient)?.amount ?? 0n) >= amount;
    },
  };
}

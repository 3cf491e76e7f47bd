// POST /sandbox/transaction/{id}/reorg: a reorg of the test chain removes the payment of a transaction.
import { Problem } from '../../../core/problem.ts';
import { reorgTestChain } from '../../../io/chains/test-chain/test-chain.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { TransactionView, transactionView } from '../../money/ledger/transaction-view.ts';
import { sandboxWriters } from './development-app.ts';
import { ownSandboxTransaction, requireTestChain } from './own-transaction.ts';

/** Fewer than make a block final on the network `test`. */
const mostBlocks = 32;

export function reorgTransaction(instance: Instance): Operation {
  return operation({
    id: 'reorgTransaction',
    method: 'POST',
    path: '/sandbox/transaction/:id/reorg',
    group: 'Sandbox',
    summary: 'Remove a payment by a reorg',
    description: [
      'Replaces the blocks of the network `test` from the payment on by others without it. The service notices the',
      'reorg as on any network: a credited payment is reversed, and the transaction is rejected if the payment does',
      `not come back. The payment must be in one of the newest ${mostBlocks} blocks. Other payments stay on the chain.`,
    ].join(' '),
    access: sandboxWriters,
    writes: 'simulation',
    params: idInPath,
    answer: TransactionView,
    problems: ['not_found', 'development_only', 'simulation_refused'],
    handle: ({ params, caller, commit }) =>
      commit(async (trx) => {
        const { transaction, scannedHeight, asset } = await ownSandboxTransaction(trx, instance, {
          id: params.id,
          caller,
        });
        requireTestChain(asset);
        const limits = { deepest: mostBlocks, now: instance.clock.now() };
        if (transaction.hash === null || !(await reorgTestChain(trx, transaction.hash, limits))) {
          const detail = `Its payment is in none of the newest ${mostBlocks} blocks of the network test.`;
          throw new Problem('simulation_refused', { detail });
        }
        return transactionView(instance, transaction, scannedHeight);
      }),
  });
}

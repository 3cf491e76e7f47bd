// POST /sandbox/transaction/{id}/simulate: simulates a payment through the code of real payments, without coins.
import { type SimulatedCase, simulatedCases } from '../../../core/payment/simulated-amount.ts';
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { holdCursor } from '../../known/networks/cursor-store.ts';
import { findTransaction, findTransactions, type Transaction } from '../../money/ledger/transaction-store.ts';
import { TransactionView, transactionView } from '../../money/ledger/transaction-view.ts';
import { sandboxWriters } from './development-app.ts';
import { ownSandboxTransaction } from './own-transaction.ts';
import { playCase } from './play-case.ts';
import type { Simulatable } from './simulated-payment.ts';

const SimulateBody = Type.Object(
  { case: Type.Unsafe<SimulatedCase>({ type: 'string', enum: [...simulatedCases] }) },
  { additionalProperties: false },
);

export function simulateTransaction(instance: Instance): Operation {
  return operation({
    id: 'simulateTransaction',
    method: 'POST',
    path: '/sandbox/transaction/:id/simulate',
    group: 'Sandbox',
    summary: 'Simulate a payment',
    description: [
      'For transactions of development apps without a payment. Simulates the whole case at once, with its events and',
      'webhooks, and returns the resulting transaction. The case ends as named, whatever other transactions are open;',
      'otherwise nothing changes and the response is 409. Simulated payments are in block 0.',
    ].join(' '),
    access: sandboxWriters,
    writes: 'simulation',
    params: idInPath,
    body: SimulateBody,
    answer: TransactionView,
    problems: ['development_only', 'transaction_not_simulatable', 'simulation_refused'],
    handle: ({ params, body, caller, commit }) =>
      commit(async (trx) => {
        const found = await ownSandboxTransaction(trx, instance, { id: params.id, caller });
        const { asset } = found;
        await holdCursor(trx, asset.network.id);
        const [transaction] = await findTransactions(trx, [found.transaction.id]);
        if (transaction === undefined || !isUntouched(transaction)) throw new Problem('transaction_not_simulatable');
        await playCase(trx, instance, { transaction, asset, what: body.case });
        const now = await findTransaction(trx, transaction.id);
        if (now === null) throw new Error(`transaction ${transaction.id} is gone`);
        return transactionView(instance, now.transaction, now.scannedHeight);
      }),
  });
}

function isUntouched(transaction: Transaction): transaction is Simulatable {
  return transaction.status === 'processing' && transaction.hash === null && transaction.amount !== null;
}

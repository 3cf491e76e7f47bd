// POST /sandbox/transaction/{id}/simulate: plays a payment through the code that real ones take, without coins.

import { Problem } from '../../core/problem.ts';
import type { Queryable } from '../../io/db/database.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { idInPath, isUuid } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import { ownAppOrNull } from '../apps/own-app.ts';
import type { Asset } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import { findTransaction, findTransactions, type Transaction } from '../ledger/transaction-store.ts';
import { TransactionView, transactionView } from '../ledger/transaction-view.ts';
import { holdCursor } from '../networks/cursor-store.ts';
import { confirmThese } from '../payments/confirm.ts';
import { expireThese } from '../payments/expire.ts';
import { listTransfersOfHash } from '../payments/matching/claim-store.ts';
import { receiveTransfers } from '../payments/receive-transfers.ts';
import { revertThese } from '../payments/revert.ts';
import { orphanTransfersOfHash } from './sandbox-store.ts';
import { type SimulatedCase, simulatedCases, simulatedPayment } from './simulated-payment.ts';

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
      'For transactions of development apps that nothing was seen for. Plays the whole story at once, with its events',
      'and webhooks, and answers the transaction as it is then. What is made up is in block 0.',
    ].join(' '),
    access: {
      ...{ cookie: true, pat: 'transactions:write', appToken: true, oauth2: 'transactions:write' },
      permission: 'sandbox',
    },
    params: idInPath,
    body: SimulateBody,
    answer: TransactionView,
    problems: ['development_only', 'transaction_not_simulatable'],
    handle: ({ params, body, caller, commit }) =>
      commit(async (trx) => {
        const found = isUuid(params.id) ? await findTransaction(trx, params.id) : null;
        const app = found === null ? null : await ownAppOrNull(trx, found.transaction.appId, caller);
        const asset = found === null ? null : instance.catalog.assetById(found.transaction.assetId);
        if (found === null || app === null || asset === null) throw new Problem('not_found');
        if (app.environment !== 'development') throw new Problem('development_only');
        await holdCursor(trx, asset.network.id);
        const [transaction] = await findTransactions(trx, [found.transaction.id]);
        if (transaction === undefined || !isUntouched(transaction)) throw new Problem('transaction_not_simulatable');
        await play(trx, instance, { transaction, asset, what: body.case });
        const now = await findTransaction(trx, transaction.id);
        if (now === null) throw new Error(`transaction ${transaction.id} is gone`);
        return transactionView(instance, now.transaction, now.scannedHeight);
      }),
  });
}

function isUntouched(transaction: Transaction): transaction is Transaction & { amount: bigint } {
  return transaction.status === 'processing' && transaction.hash === null && transaction.amount !== null;
}

interface Play {
  readonly transaction: Transaction & { readonly amount: bigint };
  readonly asset: Asset;
  readonly what: SimulatedCase;
}

async function play(trx: Queryable, instance: Instance, { transaction, asset, what }: Play): Promise<void> {
  const { network } = asset;
  if (what === 'late') await expireThese(trx, instance, [transaction.id]);
  const payment = simulatedPayment(instance, transaction, asset, what);
  const { txHash, recipient } = payment.transfer;
  const found = [{ ...payment, id: instance.newId() }];
  await receiveTransfers(trx, instance, { network, height: 0, found, only: { txHash, recipient, isClaimed: false } });
  const [seen] = await listTransfersOfHash(trx, { networkId: network.id, txHash, recipient });
  const [owner] = await findTransactions(trx, seen?.transactionId ? [seen.transactionId] : []);
  if (owner === undefined) return;
  const height = owner.requiredConfirmations - 1;
  await confirmThese(trx, instance, { ids: [owner.id], height });
  if (what !== 'reorged') return;
  await orphanTransfersOfHash(trx, txHash, { networkId: network.id, now: instance.clock.now() });
  await revertThese(trx, instance, { ids: [owner.id], height });
}

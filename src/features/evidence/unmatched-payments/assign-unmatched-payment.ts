// POST /unmatched-payment/{id}/assign: the merchant assigns the money to an invoice, and it becomes a transaction.

import type { Caller } from '../../../core/access.ts';
import { fieldProblem, Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import type { Asset } from '../../known/catalog/catalog.ts';
import { holdCursor } from '../../known/networks/cursor-store.ts';
import { findInvoice, type Invoice } from '../../money/ledger/invoice-store.ts';
import { findTransaction } from '../../money/ledger/transaction-store.ts';
import { TransactionView, transactionView } from '../../money/ledger/transaction-view.ts';
import { confirmThese } from '../../money/payments/confirm.ts';
import { receiveTransfers } from '../../money/payments/receive-transfers.ts';
import { findUnmatched, type UnmatchedPayment } from '../../money/payments/unmatched/unmatched-store.ts';
import { judgeChange } from '../../people/apps/acts/judge-change.ts';
import { ownAppOrNull } from '../../people/apps/own-app.ts';
import type { App } from '../../people/apps/store.ts';
import { auditChange } from '../../people/audit/audit-change.ts';
import { ownUnmatchedPayment } from './own-unmatched-payment.ts';

const AssignBody = Type.Object(
  { invoice_id: { ...uuid, description: "An invoice of the payment's app, or of another app of the same owner." } },
  { additionalProperties: false },
);

export function assignUnmatchedPayment(instance: Instance): Operation {
  return operation({
    id: 'assignUnmatchedPayment',
    method: 'POST',
    path: '/unmatched-payment/:id/assign',
    group: 'Transactions',
    summary: 'Assign unmatched payment',
    description: [
      'Makes it a transaction of the invoice (reason `late`, matched_by `merchant`). It is valued at the rate of the',
      'invoice’s newest attempt with the same coin if late_payments is accept_at_locked_rate and there is one,',
      'otherwise at the current rate. It needs the usual confirmations. Dust cannot be assigned.',
    ].join(' '),
    access: { cookie: true, pat: 'payments:assign', appToken: true, oauth2: 'payments:assign' },
    writes: 'assignment',
    params: idInPath,
    body: AssignBody,
    answer: TransactionView,
    problems: ['payment_not_waiting', 'invoice_canceled', 'rate_unavailable'],
    handle: ({ params, body, caller, origin, commit }) =>
      commit(async (trx) => {
        const at = instance.clock.now();
        const found = await ownUnmatchedPayment(trx, params.id, caller);
        const judged = { app: found.app, subjectId: found.payment.id, before: found.payment, after: found.payment };
        await judgeChange(trx, instance, { caller, origin }, { thing: 'assignment', ...judged });
        const to = await invoiceToPay(trx, body.invoice_id.toLowerCase(), found.app, caller);
        const id = await assign(trx, instance, found.payment, to);
        await auditChange(
          trx,
          instance,
          { caller, origin },
          {
            of: { appId: found.payment.appId },
            action: 'payment.assigned',
            subjectId: found.payment.id,
            before: { status: 'waiting' },
            after: { status: 'assigned', invoice_id: to.invoice.id, transaction_id: id },
            at,
          },
        );
        const now = await findTransaction(trx, id);
        if (now === null) throw new Error(`transaction ${id} was just made and is gone`);
        return transactionView(instance, now.transaction, now.scannedHeight);
      }),
  });
}

interface InvoiceToPay {
  readonly invoice: Invoice;
  readonly app: App;
}

/**
 * Returns the id of the transaction that has the payment now. Throws Problem if the payment does not wait or if no rate
 * is known.
 */
async function assign(
  trx: Queryable,
  instance: Instance,
  { id, transfer: { assetId } }: UnmatchedPayment,
  { invoice, app }: InvoiceToPay,
): Promise<string> {
  const { network } = assetOf(instance, assetId);
  // The lock keeps a reorg from removing the transfer during the assignment.
  const height = (await holdCursor(trx, network.id)) ?? 0;
  const payment = await findUnmatched(trx, id);
  const block = payment?.transfer.block ?? null;
  if (payment?.status !== 'waiting' || block === null || payment.dustAmount !== null)
    throw new Problem('payment_not_waiting');
  const word = { transfer: { ...payment.transfer, block }, invoiceId: invoice.id, app };
  await receiveTransfers({ trx, instance }, { network, height, found: [], word });
  const assigned = (await findUnmatched(trx, id))?.transactionId ?? null;
  if (assigned === null) throw new Problem('payment_not_waiting');
  const made = await findTransaction(trx, assigned);
  if (made?.transaction.mustBeFinal === false) await confirmThese({ trx, instance }, { ids: [assigned], height });
  return assigned;
}

/**
 * Returns any invoice of the same owner that is not canceled, because several apps of an owner may use the same
 * address.
 */
async function invoiceToPay(trx: Queryable, id: string, app: App, caller: Caller): Promise<InvoiceToPay> {
  const invoice = await findInvoice(trx, id);
  const its = invoice === null ? null : await ownAppOrNull(trx, invoice.appId, caller);
  if (invoice === null || its === null || its.ownerId !== app.ownerId)
    throw fieldProblem('invoice_id', 'unknown_invoice', "There is no such invoice of the app's owner.");
  if (invoice.status === 'canceled') throw new Problem('invoice_canceled');
  return { invoice, app: its };
}

function assetOf(instance: Pick<Instance, 'catalog'>, id: string): Asset {
  const asset = instance.catalog.assetById(id);
  if (asset === null) throw new Error(`asset ${id} is not in the catalog`);
  return asset;
}

// POST /unmatched-payment/{id}/assign: the merchant says which invoice the money is for, and it becomes a transaction of it.

import { Type } from 'typebox';
import type { Caller } from '../../core/access.ts';
import type { Rate, RateEvidence } from '../../core/money/rate.ts';
import { fieldProblem, Problem } from '../../core/problem.ts';
import type { Queryable } from '../../io/db/database.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { idInPath, uuid } from '../../io/http/schemas.ts';
import { ownAppOrNull } from '../apps/own-app.ts';
import type { App } from '../apps/store.ts';
import { noteChange } from '../audit/note-change.ts';
import type { Asset } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import { addTransaction, noChanges, tellTransaction, writeChanges } from '../ledger/changes.ts';
import { type Invoice, lockInvoice } from '../ledger/invoice-store.ts';
import { findTransaction, listTransactions, type Transaction } from '../ledger/transaction-store.ts';
import { TransactionView, transactionView } from '../ledger/transaction-view.ts';
import { holdCursor } from '../networks/cursor-store.ts';
import { confirmThese } from '../payments/confirm.ts';
import { lateTransaction } from '../payments/matching/late-transaction.ts';
import { payTransaction } from '../payments/matching/pay-transaction.ts';
import { type RecordedTransfer, writeDecisions } from '../payments/transfer-store.ts';
import { endWaiting, findUnmatched, type UnmatchedPayment } from '../payments/unmatched/unmatched-store.ts';
import { depthFor } from '../transactions/depth-for.ts';
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
    description:
      'Makes a transaction of the invoice (reason `late`, matched_by `merchant`). It is valued at the rate of the invoice’s newest attempt with the same coin where the app’s late_payments is accept_at_locked_rate and there is one, otherwise at the rate of the moment. It succeeds with the confirmations that any payment needs.',
    access: { cookie: true, pat: 'payments:assign', appToken: true, oauth2: 'payments:assign' },
    params: idInPath,
    body: AssignBody,
    answer: TransactionView,
    problems: ['payment_not_waiting', 'invoice_canceled', 'rate_unavailable'],
    handle: ({ params, body, caller, origin, commit }) =>
      commit(async (trx) => {
        const found = await ownUnmatchedPayment(trx, params.id, caller);
        const asset = assetOf(instance, found.payment);
        // Between two batches of blocks: no reorg takes the transfer away while it is being assigned.
        const height = (await holdCursor(trx, asset.network.id)) ?? 0;
        const { invoice, app } = await lockInvoiceToPay(trx, body.invoice_id.toLowerCase(), found.app, caller);
        const payment = (await findUnmatched(trx, found.payment.id)) ?? found.payment;
        const { block } = payment.transfer;
        if (payment.status !== 'waiting' || block === null) throw new Problem('payment_not_waiting');
        const made = await makeTransaction(trx, instance, {
          invoice,
          app,
          asset,
          transfer: { ...payment.transfer, block },
          height,
        });
        if (!(await endWaiting(trx, { id: payment.id }, 'assigned', made.id, instance.clock.now())))
          throw new Problem('payment_not_waiting');
        await noteChange(
          trx,
          instance,
          { caller, origin },
          {
            of: { appId: payment.appId },
            action: 'payment.assigned',
            subjectId: payment.id,
            before: { status: 'waiting' },
            after: { status: 'assigned', invoice_id: invoice.id, transaction_id: made.id },
          },
        );
        if (!made.mustBeFinal) await confirmThese(trx, instance, [made.id], [invoice.id], height);
        const now = await findTransaction(trx, made.id);
        if (now === null) throw new Error(`transaction ${made.id} was just made and is gone`);
        return transactionView(instance, now.transaction, now.scannedHeight);
      }),
  });
}

/** Any invoice of the same owner that is not canceled: an address may be used by several of their apps. */
async function lockInvoiceToPay(
  trx: Queryable,
  id: string,
  app: App,
  caller: Caller,
): Promise<{ invoice: Invoice; app: App }> {
  const invoice = await lockInvoice(trx, id);
  const its = invoice === null ? null : await ownAppOrNull(trx, invoice.appId, caller);
  if (invoice === null || its === null || its.ownerId !== app.ownerId)
    throw fieldProblem('invoice_id', 'unknown_invoice', "There is no such invoice of the app's owner.");
  if (invoice.status === 'canceled') throw new Problem('invoice_canceled');
  return { invoice, app: its };
}

interface Assignment {
  readonly invoice: Invoice;
  readonly app: App;
  readonly asset: Asset;
  readonly transfer: RecordedTransfer;
  readonly height: number;
}

async function makeTransaction(
  trx: Queryable,
  instance: Instance,
  { invoice, app, asset, transfer, height }: Assignment,
): Promise<Transaction> {
  const changes = noChanges(instance.clock.now());
  changes.invoices.set(invoice.id, invoice);
  const attempts = await listTransactions(trx, invoice.id, 100, null);
  const attempt = attempts.find((one) => one.transaction.assetId === asset.id)?.transaction ?? null;
  const { rate, evidence } = rateOf(instance, invoice, app, asset, attempt, changes.now);
  const depth = depthFor(instance, invoice, asset, app.settings, null, changes.now);
  const basis = attempt ?? {
    invoiceId: invoice.id,
    appId: invoice.appId,
    sender: transfer.sender ?? transfer.recipient,
    requiredConfirmations: depth.confirmations,
    mustBeFinal: depth.mustBeFinal,
  };
  const late = lateTransaction({
    id: instance.newId(),
    basis,
    transfer,
    network: asset.network,
    rate,
    evidence,
    now: changes.now,
  });
  addTransaction(changes, late);
  tellTransaction(changes, instance, 'transaction.created', late, height);
  const paid = payTransaction(changes, instance, { transaction: late, transfer, by: 'merchant' });
  tellTransaction(changes, instance, 'transaction.detected', paid, height);
  await writeChanges(trx, instance, changes);
  const decision = { transferId: transfer.id, disposition: 'matched', transactionId: paid.id } as const;
  await writeDecisions(trx, [{ ...decision, matchedBy: 'merchant' }], changes.now);
  return paid;
}

function rateOf(
  instance: Instance,
  invoice: Invoice,
  app: App,
  asset: Asset,
  attempt: Transaction | null,
  now: Date,
): { rate: Rate; evidence: RateEvidence } {
  if (app.settings.latePayments === 'accept_at_locked_rate' && attempt !== null)
    return { rate: attempt.rate, evidence: attempt.rateEvidence };
  const current = instance.rates.rateFor(asset.cryptocurrency, invoice.currency, app.settings.stablecoins, now);
  if (current === null) throw new Problem('rate_unavailable', { headers: { 'retry-after': '30' } });
  return current;
}

function assetOf(instance: Instance, payment: UnmatchedPayment): Asset {
  const asset = instance.catalog.assetById(payment.transfer.assetId);
  if (asset === null) throw new Error(`asset ${payment.transfer.assetId} is not in the catalog`);
  return asset;
}

// PUT /invoice/{id}: corrects an order. The amount due is fixed once the invoice has an attempt.

import { toleranceOf } from '../../../core/app-settings.ts';
import { type Currency, currencyOf } from '../../../core/money/currency.ts';
import { formatFixed } from '../../../core/money/decimal.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { isUniqueViolation } from '../../../io/db/sql-fault.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { refuseArchived } from '../../people/apps/own-app.ts';
import { wasRefundPrepared } from '../ledger/credit-store.ts';
import type { Invoice } from '../ledger/invoice-store.ts';
import { InvoiceView, invoiceView } from '../ledger/invoice-view.ts';
import { openBooks } from '../ledger/open-books.ts';
import { listProcessing } from '../ledger/transaction-store.ts';
import { judgeCorrection } from './acts/judge-price.ts';
import { invoiceFields, readTotal } from './invoice-body.ts';
import { readInvoiceText } from './order-text/invoice-text.ts';
import { lockOwnInvoice } from './own-invoice.ts';

const UpdateInvoiceBody = Type.Object(
  { ...invoiceFields, total: Type.Optional(invoiceFields.total), currency: Type.Optional(invoiceFields.currency) },
  { additionalProperties: false },
);

export function updateInvoice(instance: Instance): Operation {
  return operation({
    id: 'updateInvoice',
    method: 'PUT',
    path: '/invoice/:id',
    group: 'Invoices',
    summary: 'Update invoice',
    description: [
      'Changes the given fields; `order`, `customer` and `metadata` are replaced as a whole. The reference stays',
      'unless `order` names another. `total` and `currency` are fixed while a transaction is open and once a payment',
      'came in, and `currency` once a refund was prepared. A canceled or expired invoice cannot be changed (409). To',
      'lower the total, a token with scopes also needs invoices:settle. For that, and for another success_url or',
      'cancel_url, a browser needs a recent sign-in.',
    ].join(' '),
    access: { cookie: true, pat: 'invoices:write', appToken: true, oauth2: 'invoices:write' },
    writes: 'invoice',
    params: idInPath,
    body: UpdateInvoiceBody,
    answer: InvoiceView,
    problems: ['invoice_not_changeable', 'reference_in_use', 'app_archived', 'reauthentication_required'],
    handle: ({ params, body, caller, origin, commit }) =>
      commit(async (trx) => {
        const { invoice, app } = await lockOwnInvoice(trx, params.id, caller);
        refuseArchived(app);
        if (invoice.status === 'canceled' || invoice.status === 'expired') throw new Problem('invoice_not_changeable');
        const currencyBefore = currencyOf(invoice.currency);
        const code = body.currency ?? invoice.currency;
        const { total, currency } = readTotal(
          body.total ?? formatFixed(invoice.total, currencyBefore?.decimals ?? 2),
          code,
        );
        const isOwedChanged = total !== invoice.total || currency.code !== invoice.currency;
        if (isOwedChanged) await requireChangeable(trx, invoice, currency);
        // A new total must match the order, which stays unless the request replaces it.
        const given = isOwedChanged ? { ...body, order: body.order ?? invoice.order } : body;
        const terms = { invoiceId: invoice.id, reference: invoice.reference, total, currency };
        const { text, warnings } = readInvoiceText(given, terms);
        const order = text.order ?? invoice.order;
        const corrected = {
          ...invoice,
          total,
          currency: currency.code,
          tolerance: isOwedChanged ? toleranceOf(total, currency.decimals, app.settings) : invoice.tolerance,
          order,
          reference: order.reference ?? null,
          customer: text.customer ?? invoice.customer,
          successUrl: text.successUrl === undefined ? invoice.successUrl : text.successUrl,
          cancelUrl: text.cancelUrl === undefined ? invoice.cancelUrl : text.cancelUrl,
          metadata: text.metadata ?? invoice.metadata,
        };
        await judgeCorrection(trx, instance, { caller, origin }, { app, invoice, corrected });
        const changed = await refusingTakenReference(() =>
          openBooks(trx, instance, { invoices: [invoice.id] }, (books) => books.correct(corrected)),
        );
        return { ...invoiceView(changed, instance.publicUrl), warnings: [...warnings.list] };
      }),
  });
}

/** Throws Problem invoice_not_changeable if the amount due is fixed, or if its currency is. */
async function requireChangeable(trx: Queryable, invoice: Invoice, { code }: Currency): Promise<void> {
  const attempts = await listProcessing(trx, invoice.id);
  if (invoice.status !== 'open' || invoice.paid > 0n || attempts.length > 0)
    throw new Problem('invoice_not_changeable');
  // The values of refunds are in the earlier currency. A reorg can leave refunds without a payment.
  if (code !== invoice.currency && (await wasRefundPrepared(trx, invoice.id)))
    throw new Problem('invoice_not_changeable');
}

async function refusingTakenReference<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'invoices_one_reference')) throw new Problem('reference_in_use');
    throw error;
  }
}

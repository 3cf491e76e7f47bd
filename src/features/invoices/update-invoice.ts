// PUT /invoice/{id}: corrects an order. What is owed is fixed once an attempt to pay it exists.

import { toleranceOf } from '../../core/app-settings.ts';
import { currencyOf } from '../../core/money/currency.ts';
import { formatFixed } from '../../core/money/decimal.ts';
import { Problem } from '../../core/problem.ts';
import { isUniqueViolation } from '../../io/db/postgres.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { idInPath } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import { refuseArchived } from '../apps/own-app.ts';
import type { Instance } from '../instance.ts';
import { lockedInvoice, noChanges, tellInvoice, writeChanges } from '../ledger/changes.ts';
import { type Invoice, updateInvoiceTerms } from '../ledger/invoice-store.ts';
import { InvoiceView, invoiceView } from '../ledger/invoice-view.ts';
import { listProcessing } from '../ledger/transaction-store.ts';
import { checkInvoiceText, invoiceFields, readTotal } from './invoice-body.ts';
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
    access: { cookie: true, pat: 'invoices:write', appToken: true, oauth2: 'invoices:write' },
    params: idInPath,
    body: UpdateInvoiceBody,
    answer: InvoiceView,
    problems: ['invoice_not_changeable', 'reference_in_use', 'app_archived'],
    handle: ({ params, body, caller, commit }) =>
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
        if (isOwedChanged) {
          const attempts = await listProcessing(trx, invoice.id);
          if (invoice.status !== 'open' || invoice.paid > 0n || attempts.length > 0)
            throw new Problem('invoice_not_changeable');
        }
        const order = (body.order ?? invoice.order) as Invoice['order'];
        checkInvoiceText({ ...body, order } as never, total, currency);
        const changes = noChanges(instance.clock.now());
        changes.invoices.set(invoice.id, {
          ...invoice,
          total,
          currency: currency.code,
          tolerance: isOwedChanged ? toleranceOf(total, currency.decimals, app.settings) : invoice.tolerance,
          order,
          reference: order.reference ?? null,
          customer: (body.customer ?? invoice.customer) as Invoice['customer'],
          successUrl: body.success_url === undefined ? invoice.successUrl : body.success_url,
          cancelUrl: body.cancel_url === undefined ? invoice.cancelUrl : body.cancel_url,
          metadata: (body.metadata ?? invoice.metadata) as Record<string, string>,
        });
        tellInvoice(changes, instance, 'invoice.updated', invoice.id);
        const changed = lockedInvoice(changes, invoice.id);
        await refusingTakenReference(() => updateInvoiceTerms(trx, changed));
        await writeChanges(trx, instance, changes);
        return invoiceView(changed, instance.publicUrl);
      }),
  });
}

async function refusingTakenReference(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isUniqueViolation(error, 'invoices_one_reference')) throw new Problem('reference_in_use');
    throw error;
  }
}

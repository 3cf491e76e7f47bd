// POST /invoice/{id}/settle: the merchant accepts the amount received as full payment and gives a reason.

import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { InvoiceView, invoiceView } from '../ledger/invoice-view.ts';
import { settleInvoice as settle } from './acts/settle-invoice.ts';
import { lockOwnInvoice } from './own-invoice.ts';

const SettleBody = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 1000 }) },
  { additionalProperties: false },
);

export function settleInvoice(instance: Instance): Operation {
  return operation({
    id: 'settleInvoice',
    method: 'POST',
    path: '/invoice/:id/settle',
    group: 'Invoices',
    summary: 'Settle invoice',
    description: 'Accepts the amount received as full payment; no money moves. 409 if it is 0 or the full total.',
    access: { cookie: true, pat: 'invoices:settle', appToken: true, oauth2: 'invoices:settle' },
    writes: 'settlement',
    params: idInPath,
    body: SettleBody,
    answer: InvoiceView,
    problems: ['invoice_not_settleable'],
    handle: ({ params, body, caller, origin, commit }) =>
      commit(async (trx) => {
        const { invoice, app } = await lockOwnInvoice(trx, params.id, caller);
        const by = { caller, origin };
        const settled = await settle(trx, instance, { invoice, app, reason: body.reason, by });
        return invoiceView(settled, instance.publicUrl);
      }),
  });
}

// DELETE /invoice/{id}: the merchant cancels an invoice.
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { InvoiceView, invoiceView } from '../ledger/invoice-view.ts';
import { cancelInvoice as cancel } from './acts/cancel-invoice.ts';
import { lockOwnInvoice } from './own-invoice.ts';

export function cancelInvoice(instance: Instance): Operation {
  return operation({
    id: 'cancelInvoice',
    method: 'DELETE',
    path: '/invoice/:id',
    group: 'Invoices',
    summary: 'Cancel invoice',
    description: [
      'Also cancels its attempts without a payment. 409 once a payment was received or is on its way. A canceled',
      'invoice is returned unchanged.',
    ].join(' '),
    access: {
      cookie: true,
      pat: 'invoices:write',
      appToken: true,
      oauth2: 'invoices:write',
      permission: 'cancel',
    },
    writes: 'invoice',
    params: idInPath,
    answer: InvoiceView,
    problems: ['invoice_not_cancelable'],
    handle: ({ params, caller, commit }) =>
      commit(async (trx) => {
        const { invoice } = await lockOwnInvoice(trx, params.id, caller);
        return invoiceView(await cancel(trx, instance, invoice), instance.publicUrl);
      }),
  });
}
